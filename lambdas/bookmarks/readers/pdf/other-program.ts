/** The most letters of a page that only asks for another program. */
const MOST_LETTERS = 2_000;
/** Without evidence in the file's structure, only a page with fewer letters counts. */
const FEW_LETTERS = 800;

/** The beginning of a page that is shown until a program has built the form. */
const WAITS =
  /^\P{L}*(?:please wait|bitte warten|veuillez (?:patienter|attendre)|(?:por favor,? )?(?:espere|aguarde)|attendere|een ogenblik|even geduld|vänta|vent venligst|vennligst vent|odota|proszę czekać|čekejte|počkejte|(?:пожалуйста,? )?подождите|зачекайте|lütfen bekleyin|しばらくお待ち|お待ちください|请稍候|请稍等|請稍候|請稍等|잠시 기다)/iu;

/** Programs that show PDF files, by their names and by what they are. */
const PROGRAM =
  /(?<!\p{L})(?:adobe|acrobat|foxit|(?:pdf[ -]?)?(?:viewer|reader)|visor|visionneuse|lecteur|visualizador|visualizzatore|lettore|leitor|anzeigeprogramm|weergaveprogramma|prohlížeč|przeglądark\p{L}*|görüntüleyici)(?!\p{L})|просмотр|ビューア|リーダー|阅读器|閱讀器|查看器|檢視器|뷰어|리더/iu;

/** Contents that require such a program, or a newer one. */
const OF_THAT_PROGRAM =
  /portfolio|portafolio|portefeuille|porte-documents|pdf package|ポートフォリオ|文件包|包集|포트폴리오|портфолио|(?:later|newer|latest|higher|recent) version|or (?:later|higher|newer)|neuere|neueste|aktuelle version|version (?:ultérieure|plus récente|récente)|dernière version|versión (?:posterior|más reciente)|última versión|ultima versione|versione (?:successiva|più recente)|versão (?:mais recente|posterior)|nieuwste versie|последн\p{L}* верси|最新|以降|更高版本|更新版本|최신|이상/iu;

/** The facts of a file's structure about its pages. */
export interface FileStructure {
  readonly pages: number;
  /** A form that a program builds when the file is opened: the pages are for other programs (XFA, dynamic). */
  readonly isMadeForm: boolean;
  /** An XFA form whose pages may be the form itself, or a portfolio of files, whose page is a cover. */
  readonly hasOtherContent: boolean;
}

/** Whether a file has nothing but a page that asks the reader to open the file with another program. */
export function asksForOtherProgram(text: string, { pages, isMadeForm, hasOtherContent }: FileStructure): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (pages > 1 || letters > MOST_LETTERS) return false;
  const namesProgram = PROGRAM.test(text);
  if (isMadeForm) return true;
  if (hasOtherContent) return namesProgram || WAITS.test(text) || OF_THAT_PROGRAM.test(text);
  return letters <= FEW_LETTERS && namesProgram && (WAITS.test(text) || OF_THAT_PROGRAM.test(text));
}
