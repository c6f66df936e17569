import { language } from "../../language/language.ts";

export interface Category {
  /** Mercari's own number, as in `category_id` of a search's address. */
  readonly id: number;
  /** The category in which it is; null: a category of the first level. */
  readonly parent: number | null;
  readonly en: string;
  /** As Mercari names it. */
  readonly ja: string;
}

/**
 * Categories of Mercari: all of the first level, and of the thousands below them some dozens in which much is bought second
 * hand. The numbers are those of the site's category pages in 2026: those of the first level are in two independent
 * collections, the others in one. Any other category is given by its number.
 */
export const CATEGORIES: readonly Category[] = (
  [
    [3088, null, "Fashion", "ファッション"],
    [3, null, "Babies and children", "ベビー・キッズ"],
    [1328, null, "Games, toys and goods", "ゲーム・おもちゃ・グッズ"],
    [76, 1328, "Video games", "テレビゲーム"],
    [77, 1328, "Goods of stars", "タレントグッズ"],
    [80, 1328, "Military", "ミリタリー"],
    [81, 1328, "Figures", "フィギュア"],
    [82, 1328, "Trading cards", "トレーディングカード"],
    [83, 1328, "Toys", "おもちゃ"],
    [6386, null, "Hobbies, instruments and art", "ホビー・楽器・アート"],
    [79, 6386, "Musical instruments", "楽器・機材"],
    [84, 6386, "Art, antiques and collections", "美術品・アンティーク・コレクション"],
    [85, 6386, "Art supplies", "アート用品"],
    [1027, null, "Tickets", "チケット"],
    [5, null, "Books, magazines and manga", "本・雑誌・漫画"],
    [71, 5, "Manga", "漫画"],
    [72, 5, "Books", "本"],
    [965, 72, "Picture and children’s books", "絵本・児童書"],
    [73, 5, "Magazines", "雑誌"],
    [9879, null, "CDs, DVDs and Blu-ray", "CD・DVD・ブルーレイ"],
    [74, 9879, "DVDs", "DVD"],
    [75, 9879, "CDs", "CD"],
    [7, null, "Phones, tablets and computers", "スマホ・タブレット・パソコン"],
    [100, 7, "Mobile phones", "スマートフォン・携帯電話"],
    [859, 100, "Smartphones", "スマートフォン本体"],
    [862, 100, "Phone accessories", "スマホアクセサリー"],
    [839, 7, "Desktop computers", "デスクトップPC"],
    [840, 7, "Laptops", "ノートPC"],
    [841, 7, "Computer peripherals", "PC周辺機器"],
    [968, 7, "Tablets", "タブレット"],
    [3888, null, "TV, audio and cameras", "テレビ・オーディオ・カメラ"],
    [97, 3888, "Cameras", "カメラ"],
    [843, 97, "Digital cameras", "デジタルカメラ"],
    [844, 97, "Film cameras", "フィルムカメラ"],
    [845, 97, "Video cameras", "ビデオカメラ"],
    [846, 97, "Lenses (prime)", "レンズ(単焦点)"],
    [98, 3888, "TV and video", "テレビ・映像機器"],
    [848, 98, "TV sets", "テレビ"],
    [99, 3888, "Audio", "オーディオ機器"],
    [853, 99, "Portable players", "ポータブルプレーヤー"],
    [854, 99, "Earphones", "イヤホン"],
    [855, 99, "Radios and mini systems", "ラジオ・コンポ"],
    [856, 99, "Amplifiers", "アンプ"],
    [857, 99, "Speakers", "スピーカー・ウーファー"],
    [4136, null, "Household appliances", "生活家電・空調"],
    [101, 4136, "Home appliances", "生活家電"],
    [865, 101, "Refrigerators", "冷蔵庫・冷凍庫"],
    [866, 101, "Washing machines", "洗濯機"],
    [869, 101, "Microwaves and ovens", "電子レンジ・オーブン"],
    [870, 101, "Kitchen appliances", "キッチン家電"],
    [875, 101, "Vacuum cleaners", "掃除機・クリーナー"],
    [4232, 101, "Electronic dictionaries", "電子辞書"],
    [4246, 101, "Rice cookers", "炊飯器・餅つき機"],
    [8, null, "Sports", "スポーツ"],
    [884, 8, "Baseball", "野球"],
    [885, 8, "Football", "サッカー・フットサル"],
    [889, 8, "Dance and ballet", "ダンス・バレエ"],
    [890, 8, "Basketball", "バスケットボール"],
    [891, 8, "Athletics", "陸上競技"],
    [892, 8, "Tennis", "テニス"],
    [893, 8, "Badminton", "バドミントン"],
    [894, 8, "Volleyball", "バレーボール"],
    [2634, null, "Outdoors, fishing and travel", "アウトドア・釣り・旅行用品"],
    [935, 2634, "Travel", "旅行用品"],
    [6, null, "Cosmetics and beauty", "コスメ・美容"],
    [87, 6, "Perfume", "香水"],
    [88, 6, "Base make-up", "ベースメイク"],
    [1387, 6, "Make-up", "メイクアップ"],
    [89, 6, "Nail care", "ネイルケア"],
    [90, 6, "Hair care", "ヘアケア"],
    [91, 6, "Body care", "ボディケア"],
    [92, 6, "Oral care", "オーラルケア"],
    [3134, null, "Diet and health", "ダイエット・健康"],
    [93, 3134, "Relaxation", "リラクゼーション"],
    [835, 3134, "Health goods", "健康用品"],
    [1844, null, "Food and drinks", "食品・飲料・酒"],
    [112, 1844, "Food", "食品"],
    [929, 1844, "Drinks", "飲料・酒"],
    [113, null, "Kitchen, daily needs and other", "キッチン・日用品・その他"],
    [68, 113, "Seasons and festivals", "季節・年中行事"],
    [933, 113, "Towels and bath", "タオル・バス用品"],
    [936, 113, "Emergency supplies", "防災関連グッズ"],
    [4, null, "Furniture and interior", "家具・インテリア"],
    [60, 4, "Chairs", "椅子・チェア"],
    [61, 4, "Tables and desks", "机・テーブル"],
    [63, 4, "Rugs and mats", "ラグ・カーペット・マット"],
    [64, 4, "Curtains and blinds", "カーテン・ブラインド"],
    [65, 4, "Lamps", "ライト・照明"],
    [66, 4, "Bedding", "寝具"],
    [67, 4, "Ornaments", "インテリア小物"],
    [117, 4, "Office and shop", "事務・店舗用品"],
    [69, null, "Pets", "ペット用品"],
    [5597, null, "Tools", "DIY・工具"],
    [1206, null, "Flowers and gardening", "フラワー・ガーデニング"],
    [9, null, "Handicraft", "ハンドメイド・手芸"],
    [106, 9, "Handmade fashion", "ファッション"],
    [908, 9, "Handmade bags", "バッグ"],
    [914, 9, "Handmade jewellery", "アクセサリー"],
    [918, 9, "Handmade tableware", "食器・キッチン用品"],
    [919, 9, "Handmade furniture", "家具"],
    [923, 9, "Handmade dolls", "ぬいぐるみ・人形・置物"],
    [1318, null, "Cars, motorcycles and bicycles", "車・バイク・自転車"],
  ] as const
).map(([id, parent, en, ja]) => ({ id, parent, en, ja }));

/** A category by its name and its number, or by its number alone; empty for none. */
export function categoryWords(id: number | null): string {
  const known = CATEGORIES.find((category) => category.id === id);
  return known === undefined ? String(id ?? "") : categoryLabel(known);
}

/** E.g. `843 Digital cameras (Cameras)`: begins with the number, so that a browser's own list can fill a box with it. */
export function categoryLabel({ id, parent, [language.value]: name }: Category): string {
  const above = CATEGORIES.find((category) => category.id === parent);
  return above === undefined ? `${id} ${name}` : `${id} ${name} (${above[language.value]})`;
}
