import { nfkc } from "./nfkc.ts";

const words = (...lists: readonly string[]): string => lists.flatMap((list) => list.split("|")).join("|");

// Lists by languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Slavic and others.
const UNTITLED = words(
  "untitled|unnamed|no title|title|titel|page title|title page|ohne titel|unbenannte?[rs]?|titellos|sans titre|sans nom|titre",
  "sin título|sin nombre|título|senza titolo|senza nome|titolo|sem título|sem nome|naamloos|naamloze|zonder titel",
  "namnlös|namnlöst|utan titel|uden titel|unavngivet|uten tittel|uten navn|nimetön|bez tytułu|bez názvu",
  "без названия|без имени|без заголовка|безымянный|без назви|adsız|başlıksız|isimsiz|cím nélkül|névtelen|fără titlu",
  "χωρίς τίτλο|tanpa judul|không có tiêu đề",
  // While a page's script reads the rest.
  "loading|please wait|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|a carregar|laddar",
  "indlæser|laster|ladataan|ładowanie|načítání|загрузка|завантаження|yükleniyor|betöltés|φόρτωση|memuat|đang tải",
);
const KIND = words(
  "presentation|presentación|présentation|präsentation|presentatie|presentazione|apresentação|præsentation|presentasjon",
  "esitys|prezentacja|prezentace|prezentácia|prezentare|презентация|презентація|sunu|sunusu|bemutató|παρουσίαση",
  "presentasi|bản trình bày|document|documents|dokument|documento|dokumentti|документ|belge|dokumentum|έγγραφο|dokumen",
  "tài liệu|slide|slides|slideshow|folie|diapositive|diapositiva|dia|dias|diabild|lysbilde|slajd|snímek|snímka|слайд",
  "slayt|web page|webpage|page|pages|webseite|seite|página|pagina|pàgina|sida|side|sivu|strona|stránka|страница|sayfa",
  "oldal|σελίδα|workbook|spreadsheet|worksheet|arbeitsmappe|tabelle|feuille|feuil|hoja|foglio|folha|arkusz|лист",
  "sheet|blad|ark|drawing|zeichnung|dessin|dibujo|layout|website|web site|vite \\+ react|vite \\+ vue|app",
  "home|homepage|home page|start page|startseite|startsida|accueil|page d'accueil|inicio|início|página inicial",
  "página principal|pagina iniziale|pagina principale|главная|главная страница|strona główna|ana sayfa|etusivu|forside",
  "index|cover|cover page|deckblatt|titelblatt|titelseite|couverture|page de garde|portada|copertina|capa|voorblad",
  "omslag|okładka|обложка|титульный лист|титульная страница|camscanner|scan|scanned",
);
// These occur in real titles, too, unless a number follows.
const NUMBERED = words("doc|dok|docu|book|mappe|classeur|libro|cartel|pasta|map|книга|bok|zeszyt|sešit|livro|kitap");
const BESIDE = words(
  "microsoft|office|ms|powerpoint|word|excel|publisher|visio|google|libreoffice|openoffice|impress|writer|calc|keynote",
  "illustrator|indesign|photoshop|acrobat|adobe|canva|pdf|html|react|vite|vue|new|neue?[rs]?|nouveau|nouvelle|nuevo",
  "nueva|nuovo|nuova|novo|nova|nieuwe?|nytt?|nowy|nowa|новый|новая|yeni|create|my|next|standard|programu|aplikace|aplikácie",
  "de|do|du|da|di|del|für|von|van|der|στο|του|copy of|kopie von|copie de|copia de|cópia de",
);
// Scripts without spaces between words, and the two whose words take endings as separate ones.
const UNSPACED_KIND = words(
  "読み込み中|読込中|ロード中|加载中|載入中|로딩 ?중|불러오는 중|טוען|جار التحميل|กำลังโหลด|無題|名称未設定|タイトルなし|タイトル未設定|タイトル|プレゼンテーション|ドキュメント|文書|スライド番号|スライド|ページ|ブック(?=\\d)",
  "ワークシート|スプレッドシート|図形描画|ホーム|トップ|表紙|未命名|无标题|無標題|未标题|演示文稿|演示|簡報|文档|文件",
  "幻灯片|投影片|页面|頁面|首页|首頁|主页|主頁|封面|工作簿|工作表|제목 ?없음|제목 ?없는|이름 ?없음|프레젠테이션|문서",
  "슬라이드|페이지|통합 문서|시트|홈|표지|ללא שם|ללא כותרת|מצגת|מסמך|שקופית|בית|بدون عنوان|بلا عنوان|عرض تقديمي|مستند",
  "شريحة|الصفحة الرئيسية|งานนำเสนอ|เอกสาร|สไลด์|ไม่มีชื่อ|หน้าแรก",
);
const UNSPACED_BESIDE = words("の|的|新しい|新規|新建|新增|新|새|של|في|פ");

const LETTER = "[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{M}]";
const asWords = (list: string): string => `(?<!${LETTER})(?:${list})(?!${LETTER})`;
// Of words with the same beginning, the longest one is removed.
const longestFirst = (list: string): string =>
  list
    .split("|")
    .toSorted((one, other) => other.length - one.length)
    .join("|");
const NAMES_KIND = new RegExp(
  `${asWords(longestFirst(`${UNTITLED}|${KIND}`))}|(?<!${LETTER})(?:${NUMBERED})(?=\\d)|${longestFirst(UNSPACED_KIND)}`,
  "gu",
);
const NAMES_BESIDE = new RegExp(`${asWords(longestFirst(BESIDE))}|${UNSPACED_BESIDE}`, "gu");

// A sentence may end with a name of the second kind.
const FILE_NAME =
  /(?:\.(?:pdf|docx?|docm|dotx?|pptx?|pptm|ppsx?|xlsx?|xlsm|tex|dvi|indd|idml|e?ps|rtf|od[tpsg]|pages|jtdc?|hwpx?|wpd)|^\S+\.(?:csv|txt|html?|key|jpe?g|png|tiff?))$/u;

/** Titles that programs set are not longer, except file names; in code units. */
const MAX_LENGTH = 80;

/**
 * Whether a title, one line, is what a program puts there by default: words for the kind of document alone ("PowerPoint
 * プレゼンテーション", "Document1", "Untitled-1", "New Page 1", "Home"), or the name of a file.
 */
export function isDefaultTitle(title: string): boolean {
  const text = nfkc(title).toLowerCase();
  if (FILE_NAME.test(text)) return true;
  if (text.length > MAX_LENGTH) return false;
  const withoutKind = text.replace(NAMES_KIND, " ");
  return withoutKind !== text && !/\p{L}/u.test(withoutKind.replace(NAMES_BESIDE, " "));
}
