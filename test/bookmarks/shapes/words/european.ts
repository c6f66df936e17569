import type { Language } from "./language.ts";
import { around, parts } from "./language.ts";

const spaced = (subject: string, predicate: string, end: string) => `${subject} ${predicate}, ${end}.`;

export const ENGLISH: Language = {
  tag: "en",
  dir: "ltr",
  ofScript: null,
  sentence: spaced,
  subjects: parts(
    "The old bridge|The market hall|The night train|A small library|The town council|The new harbour|The school garden|A local workshop|The river path|The weather station",
  ),
  predicates: parts(
    "has been open since the first days of spring|draws more visitors than it did a year ago|needs repairs that will take most of the summer|keeps its doors open until late in the evening|was measured again with better instruments|costs less than its planners had reckoned|shows how much can change within ten years|works without any help from outside|gives the whole quarter a reason to meet|stays quiet while the rest of the city sleeps",
  ),
  ends: parts(
    "although hardly anyone expected it|as the figures of the last months show|which pleases the neighbours most of all|and nothing suggests that this will change|because the plans were made with care|even when the rain does not stop for days|so that children can reach it on foot|while other places are still waiting|if the report can be trusted|long before the first guests arrive",
  ),
  topics: parts(
    "Bridges|Harbours|Gardens|Trains|Rivers|Markets|Workshops|Libraries|Lanterns|Orchards|Windmills|Cellars|Rooftops|Stairways",
  ),
  heading: (one, other) => `${one} and ${other.toLowerCase()}`,
  site: "The Quiet Quarter",
  menu: parts("Home|Topics|Archive|About us|Contact|Imprint"),
  ui: around(
    "Accept all|Advertisement|Leave a comment|On this page|We use cookies to improve your visit|Copy code|12 March 2026|Edit this page|Editorial office|Jump to recipe|Log in|5 min read|Get our letter every Friday|Next page|Previous page|Print this|You may also like|Reply to this|All rights reserved|Search the site|Share on social networks|Subscribe now",
  ),
};

export const GERMAN: Language = {
  tag: "de",
  dir: "ltr",
  ofScript: null,
  sentence: spaced,
  subjects: parts(
    "Die alte Brücke|Die Markthalle|Die Nachtfähre|Eine kleine Bücherei|Die Stadtverwaltung|Die neue Werft|Die Schulküche|Eine örtliche Werkstatt|Die Uferpromenade|Die Wetterwarte",
  ),
  predicates: parts(
    "ist seit den ersten Frühlingstagen geöffnet|zieht mehr Besucher an als vor einem Jahr|braucht Reparaturen für den größten Teil des Sommers|bleibt bis spät am Abend zugänglich|wurde mit besseren Geräten neu vermessen|kostet weniger als die Planer errechnet hatten|zeigt den Wandel eines ganzen Jahrzehnts|kommt ohne jede Hilfe von außen aus|gibt dem ganzen Viertel einen Treffpunkt|liegt still unter den Dächern der Stadt",
  ),
  ends: parts(
    "obwohl kaum jemand damit gerechnet hat|wie die Zahlen der letzten Monate zeigen|was vor allem die Nachbarn freut|und nichts deutet auf eine Änderung hin|weil die Pläne sorgfältig gemacht wurden|selbst wenn der Regen tagelang nicht aufhört|damit Kinder zu Fuß hinkommen|während andere Orte noch warten|falls man dem Bericht trauen darf|lange bevor die ersten Gäste eintreffen",
  ),
  topics: parts(
    "Brücken|Häfen|Gärten|Züge|Flüsse|Märkte|Werkstätten|Büchereien|Laternen|Obstwiesen|Windmühlen|Keller|Dächer|Treppen",
  ),
  heading: (one, other) => `${one} und ${other}`,
  site: "Das stille Viertel",
  menu: parts("Startseite|Themen|Archiv|Über uns|Kontakt|Impressum"),
  ui: around(
    "Alle akzeptieren|Anzeige|Kommentar schreiben|Auf dieser Seite|Wir verwenden Cookies für Ihren Besuch|Code kopieren|12. März 2026|Seite bearbeiten|Redaktion|Zum Rezept springen|Anmelden|5 Min. Lesezeit|Unser Brief an jedem Freitag|Nächste Seite|Vorige Seite|Drucken|Das könnte Sie auch interessieren|Darauf antworten|Alle Rechte vorbehalten|Website durchsuchen|In sozialen Netzwerken teilen|Jetzt abonnieren",
  ),
};

export const FRENCH: Language = {
  tag: "fr",
  dir: "ltr",
  ofScript: null,
  sentence: spaced,
  subjects: parts(
    "Le vieux pont|Le marché couvert|Le train de nuit|Un petit musée|Le conseil municipal|Le nouveau port|Le jardin de l’école|Un atelier du quartier|Le chemin de halage|Le poste météorologique",
  ),
  predicates: parts(
    "est ouvert depuis les premiers jours du printemps|attire plus de visiteurs que l’an dernier|demande des travaux pour une bonne partie de l’été|reste accessible jusque tard dans la soirée|a été mesuré avec de meilleurs instruments|coûte moins que les architectes ne le pensaient|montre ce qui peut changer en dix ans|fonctionne sans aucune aide extérieure|donne à tout le quartier une raison de se voir|garde son calme pendant que la ville dort",
  ),
  ends: parts(
    "alors que presque personne ne s’y attendait|comme le montrent les chiffres des derniers mois|ce qui réjouit surtout les voisins|et rien n’annonce un changement|parce que les plans ont été faits avec soin|même quand la pluie ne cesse pas de la semaine|pour que les enfants y viennent à pied|tandis que d’autres lieux attendent encore|si l’on en croit le rapport|bien avant l’arrivée des premiers invités",
  ),
  topics: parts(
    "Ponts|Ports|Jardins|Trains|Rivières|Marchés|Ateliers|Musées|Lanternes|Vergers|Moulins|Caves|Toits|Escaliers",
  ),
  heading: (one, other) => `${one} et ${other.toLowerCase()}`,
  site: "Le Quartier tranquille",
  menu: parts("Accueil|Rubriques|Archives|À propos|Nous écrire|Mentions légales"),
  ui: around(
    "Tout accepter|Publicité|Laisser un commentaire|Sur cette page|Nous utilisons des cookies pour votre visite|Copier le code|12 mars 2026|Modifier cette page|La rédaction|Aller à la recette|Se connecter|Lecture de 5 min|Notre lettre chaque vendredi|Page suivante|Page précédente|Imprimer|À lire aussi|Y répondre|Tous droits réservés|Chercher sur le site|Partager sur les réseaux|S’abonner",
  ),
};

export const RUSSIAN: Language = {
  tag: "ru",
  dir: "ltr",
  ofScript: null,
  sentence: spaced,
  subjects: parts(
    "Старый мост|Крытый рынок|Ночной поезд|Маленький музей|Городской совет|Новый порт|Школьный сад|Местный клуб|Речной вокзал|Метеорологический пост",
  ),
  predicates: parts(
    "открыт с первых дней весны|привлекает больше гостей чем год назад|требует ремонта на большую часть лета|остаётся доступным до позднего вечера|был заново измерен точными приборами|стоит дешевле чем думали проектировщики|показывает перемены целого десятилетия|обходится без помощи со стороны|даёт всему району повод встретиться|хранит тишину среди большого города",
  ),
  ends: parts(
    "хотя почти никто этого не ждал|как показывают данные последних месяцев|что больше всего радует соседей|и ничто не предвещает изменений|потому что планы составили тщательно|даже если дождь идёт несколько дней|чтобы дети могли дойти пешком|пока другие места ещё ждут|если верить недавнему отчёту|задолго до прихода первых гостей",
  ),
  topics: parts(
    "Мосты|Порты|Сады|Поезда|Реки|Рынки|Мастерские|Библиотеки|Фонари|Огороды|Мельницы|Подвалы|Крыши|Лестницы",
  ),
  heading: (one, other) => `${one} и ${other.toLowerCase()}`,
  site: "Тихий квартал",
  menu: parts("Главная|Рубрики|Архив|О нас|Контакты|Реквизиты"),
  ui: around(
    "Принять все|Реклама|Оставить комментарий|На этой странице|Мы используем файлы cookie на сайте|Скопировать код|12 марта 2026|Править страницу|Редакция|Перейти к рецепту|Войти|Читать 5 минут|Наше письмо каждую пятницу|Следующая страница|Предыдущая страница|Распечатать|Читайте также|Ответить на это|Все права защищены|Поиск по сайту|Поделиться в сетях|Подписаться",
  ),
};
