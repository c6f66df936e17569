export type ListedItem = {
  /** `m` and digits; 22 letters and digits for a shop's product. */
  readonly id: string;
  readonly name: string;
  /** In whole yen. */
  readonly price: number;
  readonly isShop: boolean;
  readonly sellerId: string;
  readonly state: "on_sale" | "trading" | "sold_out";
  /** The price is a current bid. */
  readonly isAuction: boolean;
  /** The time of its last change on its detail page: `3日前`. */
  readonly changedAgo: string;
};

export type Layout = "A" | "B";

const noResults = "出品された商品がありません";
const deletedItem = "該当する商品は削除されています。";
const notFound = "ページが見つかりませんでした";
const classHash = "1f0c2a77";

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll("'", "&#x27;");
}

/** An amount in the site's format, without a sign. */
function withCommas(yen: number): string {
  return String(yen).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function pathOfItem({ id, isShop }: Pick<ListedItem, "id" | "isShop">): string {
  return isShop ? `/shops/product/${id}` : `/item/${id}`;
}

/** The thumbnail on a search page. */
function thumbnailOf({ id, isShop }: Pick<ListedItem, "id" | "isShop">): string {
  return isShop
    ? `https://assets.mercari-shops-static.com/-/small/plain/${id}.jpg@webp`
    : `https://static.mercdn.net/thumb/item/webp/${id}_1.jpg?1790000000`;
}

/** The first photo on the listing's detail page. */
function photoOf({ id, isShop }: Pick<ListedItem, "id" | "isShop">): string {
  return isShop
    ? `https://assets.mercari-shops-static.com/-/large/plain/${id}.jpg@jpg`
    : `https://static.mercdn.net/item/detail/orig/photos/${id}_1.jpg?1790000000`;
}

function shownPrice(text: string): string {
  return `<span class="merPrice"><span class="currency__${classHash}">¥</span><span class="number__${classHash}">${text}</span></span>`;
}

function cell(inside: string): string {
  return `<li data-testid="item-cell" class="sc-7c1f-2 kVbXqW">${inside}</li>`;
}

function thumbnailCell(item: ListedItem): string {
  const name = escapeHtml(item.name);
  const price = `${item.isAuction ? "現在 " : ""}${withCommas(item.price)}円`;
  const isSold = item.state !== "on_sale";
  const label = `${name}の画像 ${isSold ? "売り切れ " : ""}${price}`;
  const sticker = isSold
    ? `<div class="sticker__${classHash}" role="img" aria-label="売り切れ" data-testid="thumbnail-sticker"></div>`
    : "";
  const type = item.isShop ? "ITEM_TYPE_BEYOND" : "ITEM_TYPE_MERCARI";
  return cell(
    `<div><a data-location="search_result:newest:body:item_list:item_thumbnail" href="${pathOfItem(item)}" data-testid="thumbnail-link"><div class="merItemThumbnail fluid__${classHash}" role="img" aria-label="${label}" id="${item.id}" itemtype="${type}"><figure><div class="imageContainer__${classHash}" role="img" aria-label=""><picture><img loading="lazy" alt="${name}のサムネイル" src="${thumbnailOf(item)}"></picture></div>${sticker}${shownPrice(withCommas(item.price))}</figure><div class="caption__${classHash}"><span class="itemName__${classHash}" data-testid="thumbnail-item-name">${name}</span></div></div></a></div>`,
  );
}

function tileCell(item: ListedItem): string {
  const name = escapeHtml(item.name);
  const sticker =
    item.state === "on_sale" ? "" : '<span data-testid="item-tile-sticker" id="_r_8_"><span>SOLD</span></span>';
  const bid = item.isAuction ? "<span>現在 </span>" : "";
  return cell(
    `<div><a href="${pathOfItem(item)}" data-testid="thumbnail-link" aria-labelledby="_r_a_ _r_8_ _r_9_"><span><picture><img alt="${name}のサムネイル" loading="lazy" src="${thumbnailOf(item)}"></picture>${sticker}<div><span data-testid="item-tile-price" id="_r_9_"><span>${bid}<span>¥</span><span>${withCommas(item.price)}</span></span></span></div></span><div id="_r_a_"><p data-testid="thumbnail-item-name">${name}</p></div></a></div>`,
  );
}

export function cardOf(item: ListedItem, layout: Layout): string {
  return layout === "A" ? thumbnailCell(item) : tileCell(item);
}

/** A card that no script has filled. */
export const placeholder = cell(
  `<div class="sc-28f-3"><div class="merSkeleton"><div class="pulse__${classHash}"></div></div></div>`,
);

// The site includes all of its sentences in every page.
const scripts = [noResults, deletedItem, notFound, "売り切れました", "購入手続きへ"]
  .map((sentence) => `<script>self.__next_f.push([1,"{\\"message\\": \\"<p>${sentence}</p>\\"}"])</script>`)
  .join("");

export function documentWith(main: string, head = ""): string {
  return `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>メルカリ</title>${head}${scripts}</head><body><div id="__next"><header><a href="/">メルカリ</a></header><main id="main" tabindex="-1" class="sc-c095-0">${main}</main><footer><p>© Simulated</p></footer></div>${scripts}</body></html>`;
}

function besideGrid(keyword: string): string {
  return `<div id="search-filter"><aside><h2>絞り込み</h2><label><input type="checkbox" name="status" value="sold_out|trading"><span>売り切れ</span></label></aside></div><h1>${escapeHtml(keyword)} の検索結果</h1>`;
}

/** A page of search results. @param next the link to the next page, null on the last one */
export function searchDocument(keyword: string, cards: readonly string[], next: string | null): string {
  const button =
    next === null
      ? ""
      : `<div class="merButton secondary__${classHash}" data-testid="pagination-next-button"><a href="${escapeHtml(next)}">次へ</a></div>`;
  const grid = `<section><div id="item-grid" data-testid="search-item-grid"><ul>${cards.join("")}</ul></div></section>`;
  return documentWith(`${besideGrid(keyword)}<div id="search-result">${grid}<div>${button}</div></div>`);
}

export function noResultsDocument(keyword: string): string {
  return documentWith(
    `${besideGrid(keyword)}<div id="search-result"><section><div class="merEmptyState"><p class="merText body__${classHash}">${noResults}</p><p>キーワードや絞り込み条件を変えてお試しください</p></div></section></div>`,
  );
}

/** A page of search results after a redesign: complete for people, without the marks that readers need. */
export function changedSearchDocument(keyword: string, items: readonly ListedItem[]): string {
  const cards = items.map(
    ({ name, price }, index) =>
      `<div role="listitem" data-qa="card"><a href="/l/${index}"><strong>${escapeHtml(name)}</strong><data value="${price}"></data></a></div>`,
  );
  return documentWith(`${besideGrid(keyword)}<div role="list" data-qa="results">${cards.join("")}</div>`);
}

function head({ name, price, ...item }: ListedItem): string {
  return `<meta property="og:title" content="${escapeHtml(name)} - メルカリ"><meta property="og:image" content="${photoOf(item)}"><meta name="product:price:amount" content="${price}">`;
}

const checkoutButtons = {
  on_sale: `<div class="merButton" data-testid="checkout-button" name="purchase"><button type="button">購入手続きへ</button></div>`,
  trading: `<div class="merButton" data-testid="view-transaction-button"><a href="/transaction/1">取引画面を表示する</a></div>`,
  sold_out: `<div class="merButton disabled__${classHash}" data-testid="checkout-button" name="disabled"><button type="button" disabled="">売り切れました</button></div>`,
};

const purchaseButtons = {
  on_sale: `<div data-testid="variant-purchase-button"><button type="button">購入手続きへ</button></div>`,
  trading: `<div data-testid="disabled-purchase-button"><button type="button" disabled="">売り切れました</button></div>`,
  sold_out: `<p data-testid="out-of-stock">在庫切れ</p>`,
};

function carousel(item: ListedItem): string {
  return `<div data-testid="carousel"><div data-testid="image-0"><picture><img alt="" src="${photoOf(item)}"></picture></div></div>`;
}

function description(words: string, changedAgo: string): string {
  return `<section><h2>商品の説明</h2><pre data-testid="description">${words}</pre><p class="merText secondary__${classHash}">${changedAgo}</p></section>`;
}

const condition =
  '<section><h2>商品の情報</h2><div class="merDisplayRow"><span>発送までの日数</span><span data-testid="発送までの日数">2~3日で発送</span></div><div class="merDisplayRow"><span>商品の状態</span><span data-testid="商品の状態">目立った傷や汚れなし</span></div></section>';

function individualsItem(item: ListedItem): string {
  return `<div data-testid="item-detail-container"><section><div data-testid="name"><h1>${escapeHtml(item.name)}</h1></div><section data-testid="price" class="merPrice"><span>¥</span><span>${withCommas(item.price)}</span></section><p>(税込) 送料込み</p><div data-testid="checkout-button-container">${checkoutButtons[item.state]}</div></section>${description("動作確認済みです。", item.changedAgo)}${condition}<section><h2>出品者</h2><a data-testid="seller-link" href="/user/profile/${item.sellerId}"><p>出品者</p></a></section></div><section data-testid="comment-list"><div data-testid="comment"><a href="/user/profile/999000001">質問者</a><p>前回は売り切れでした。</p><span>5時間前</span></div></section>`;
}

function shopsProduct(item: ListedItem): string {
  return `<div data-testid="product-detail-container"><h1 data-testid="display-name">${escapeHtml(item.name)}</h1><div data-testid="product-price" class="merPrice"><span>¥</span><span>${withCommas(item.price)}</span></div>${purchaseButtons[item.state]}${description("万が一売り切れ、在庫切れの際はご容赦ください。", item.changedAgo)}${condition}<section><h2>ショップ情報</h2><a href="/shops/profile/${item.sellerId}"><p>ショップ</p></a></section></div>`;
}

export function itemDocument(item: ListedItem, related: readonly ListedItem[] = []): string {
  const cards = related.map((other) => cardOf(other, "A")).join("");
  const inside = item.isShop ? shopsProduct(item) : individualsItem(item);
  return documentWith(
    `<article>${carousel(item)}${inside}</article><section><h2>この商品を見ている人におすすめ</h2><ul>${cards}</ul></section>`,
    head(item),
  );
}

/** A listing's detail page before any script has run. */
export function skeletonDocument(item: ListedItem): string {
  const skeleton = `<div data-testid="loading-skeleton"><div class="merSkeleton"></div></div>`;
  return documentWith(skeleton, head(item));
}

export const deletedDocument = documentWith(
  `<div class="merEmptyState"><p class="merText">${deletedItem}</p><a href="/">ホームへ戻る</a></div>`,
);

/** The page at an address that was never a listing's. */
export const notFoundDocument = documentWith(
  `<div class="merEmptyState"><p class="merText">${notFound}</p><a href="/">ホームへ戻る</a></div>`,
);

/** The page for a client that counts as a bot. */
export const challengeDocument = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><div role="main"><h1>jp.mercari.com</h1><noscript><p id="challenge-error-text">Enable JavaScript and cookies to continue</p></noscript></div><script>(function(){window._cf_chl_opt={cType:"managed"};}());</script></body></html>`;
