import { describe, expect, it } from "vitest";
import { isDefaultTitle } from "../../lambdas/shared/default-title.ts";

describe("a title that a program puts there by default", () => {
  it.each([
    // PowerPoint, in its languages.
    ...["PowerPoint Presentation", "PowerPoint-Präsentation", "Présentation PowerPoint", "Presentación de PowerPoint"],
    ...["Presentazione standard di PowerPoint", "Apresentação do PowerPoint", "PowerPoint-presentatie"],
    ...["PowerPoint プレゼンテーション", "PowerPoint 演示文稿", "PowerPoint 簡報", "PowerPoint 프레젠테이션"],
    ...["Презентация PowerPoint", "Prezentacja programu PowerPoint", "PowerPoint-presentation", "PowerPoint-esitys"],
    // Slides, documents, books of sheets.
    ...["スライド 1", "Slide 1", "Folie 1", "Diapositive 1", "Diapositiva 1", "Слайд 1", "幻灯片 1", "슬라이드 1"],
    ...["Document1", "Dokument1", "Documento 2", "文書 1", "Doc1", "Book1", "Mappe1", "Classeur1", "ブック1"],
    ...["Microsoft Word 文書"],
    // Of what nobody named.
    ...["Untitled-1", "untitled", "(Untitled)", "Unbenannt-2", "Sans titre", "Sin título", "Senza titolo"],
    ...["Sem título"],
    ...["名称未設定", "名称未設定 2", "無題", "無題のドキュメント", "無題のプレゼンテーション", "タイトルなし"],
    ...["未命名", "제목 없음"],
    ...["Untitled Document", "Unbenanntes Dokument", "Document sans titre", "Documento sin título", "无标题文档"],
    ...["無標題文件"],
    ...["Untitled presentation", "Без названия", "ללא שם", "بدون عنوان", "ＰｏｗｅｒＰｏｉｎｔ　プレゼンテーション"],
    // Of pages.
    ...["New Page 1", "Neue Seite 1", "Home", "Home Page", "Startseite", "Accueil", "Página inicial", "ホーム", "首页"],
    ...["Document", "React App", "Vite + React", "Create Next App", "Page Title"],
    // Of pages whose script reads the rest.
    ...["Loading...", "Loading…", "Loading page", "Please wait...", "Chargement...", "Wird geladen …", "読み込み中…"],
    ...["加载中...", "로딩 중..."],
    // Of covers and layouts.
    ...["表紙", "Cover", "Deckblatt", "封面", "표지", "Layout 1", "Drawing1"],
    // Names of files.
    ...["report final.docx", "Microsoft PowerPoint.pptx", "x.TEX", "index.html", "C:\\Users\\a\\plan.doc"],
    ...["IMG_0042.jpg"],
  ])("is %j", (title) => {
    expect(isDefaultTitle(title)).toBe(true);
  });

  it.each([
    ...["", "2026", "1984", "???", "PowerPoint", "Keynote", "Word", "Book of Kells", "Book 1", "Doc Martin"],
    ...["Untitled (2011 film)", "Home Assistant", "Document Object Model", "Page and Plant", "Slide rules"],
    ...["Cover letters", "Loading docks of Hamburg", "Please wait outside", "読み込み中に止まる"],
    ...["Home is where the tea is", "My life in pages of poetry", "New York", "The art of the presentation"],
    ...["無題の手紙", "表紙の作り方", "スライド作成のコツ", "文書管理規程", "ホームベーカリー"],
    ...["新しいページをめくる", "トップアスリート"],
    ...["Präsentationstechnik", "Présentation de la maison", "Documentos de identidad", "Страница истории"],
    ...["Node.js", "Otter.ai", "How to write robots.txt", "Microsoft Word - an introduction", "x".repeat(500)],
  ])("is not %j", (title) => {
    expect(isDefaultTitle(title)).toBe(false);
  });
});
