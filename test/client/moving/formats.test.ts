import { expect, it } from "vitest";
import type { ReadEntry } from "../../../client/moving/index.ts";
import { importBookmarks, readBookmarks } from "../../../client/moving/index.ts";
import { allOf } from "./all-of.ts";
import { entry, piecesOf, withoutColumns } from "./entry.ts";

const first = new Date("2023-11-14T22:13:20.000Z");
const second = new Date("2020-09-13T12:26:40.000Z");
const ONE = "https://tea.example/one";
const TWO = "https://tea.example/two";

/** Programs, what they write, what is read of it, and the columns of which values are not read. */
const FILES: readonly (readonly [string, string, readonly ReadEntry[], Readonly<Record<string, number>>])[] = [
  [
    "Instapaper's CSV",
    `URL,Title,Selection,Folder,Timestamp,Tags
${ONE},One,,Unread,1700000000,"[""green tea"",""to read""]"
${TWO},Two,A passage,Recipes,1600000000,[]
`,
    [
      entry(2, ONE, { title: "One", tags: ["green tea", "to read"], unread: true, savedAt: first }),
      entry(3, TWO, { title: "Two", note: "A passage", tags: ["Recipes"], savedAt: second }),
    ],
    {},
  ],
  [
    "Instapaper's HTML, whose headings are its folders",
    `<!DOCTYPE html>
<html><head><title>Instapaper: Export</title></head><body>
<h1>Unread</h1>
<ol>
<li><a href="${ONE}">One</a>
</ol>
<h1>Archive</h1>
<ol>
<li><a href="${TWO}">Two</a></li>
</ol>
<h1>Tea &amp; cake</h1>
<ol><li><a href="https://tea.example/three">Three</a></li></ol></body></html>`,
    [
      entry(5, ONE, { title: "One", unread: true }),
      entry(9, TWO, { title: "Two" }),
      entry(12, "https://tea.example/three", { title: "Three", tags: ["Tea & cake"] }),
    ],
    {},
  ],
  [
    "Raindrop's HTML, with its favourites and its own folder, and linkding's own tag",
    `<DL><p><DT><H3>Unsorted</H3>
<DL><p><DT><A HREF="${ONE}" ADD_DATE="1700000000" TAGS="green" DATA-IMPORTANT="true">One</A></DL><p>
<DT><A HREF="${TWO}" TAGS="hot,linkding:bookmarks.archived">Two</A></DL>`,
    [
      entry(2, ONE, { title: "One", tags: ["green"], starred: true, savedAt: first }),
      entry(3, TWO, { title: "Two", tags: ["hot"] }),
    ],
    {},
  ],
  [
    "a list of Google's, below its description and with empty records",
    `Places for tea

Title,Note,URL,Tags,Comment
,,,,
One,Quiet,${ONE},,Mine
 ,,,,
`,
    [entry(5, ONE, { title: "One", note: "Quiet\n\nMine" })],
    {},
  ],
  [
    "a CSV of a spreadsheet on a Mac, with carriage returns alone",
    `url,title\r${ONE},One\r${TWO},"Two, more"\r`,
    [entry(2, ONE, { title: "One" }), entry(3, TWO, { title: "Two, more" })],
    {},
  ],
  [
    "Raindrop's CSV",
    `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
1,One,Mine,Theirs,${ONE},Drinks / Hot,"green, to read",2023-11-14T22:13:20.000Z,,,false
2,Two,,,${TWO},Unsorted,,2020-09-13T12:26:40.000Z,,,true
`,
    [
      entry(2, ONE, { title: "One", note: "Mine", tags: ["Drinks", "Hot", "green", "to read"], savedAt: first }),
      entry(3, TWO, { title: "Two", starred: true, savedAt: second }),
    ],
    { id: 2, excerpt: 1, folder: 1 },
  ],
  [
    "Readwise Reader's CSV, whose tags are a list of Python",
    `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
One,${ONE},01h,"[""don't"", 'green, hot', 'tea']",2023-11-14 22:13:20.000+00:00,0.5,new,True
Two,${TWO},02h,[],2020-09-13 12:26:40+00:00,0,archive,False
`,
    [
      entry(2, ONE, { title: "One", tags: ["don't", "green, hot", "tea"], unread: true, savedAt: first }),
      entry(3, TWO, { title: "Two", savedAt: second }),
    ],
    { ID: 2, "Reading progress": 2, Seen: 2 },
  ],
  [
    "Matter's CSV",
    `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id
One,A. Author,,${ONE},tea;green tea,900,True,False,False,0,2023-11-14 22:13:20+00:00,f1
`,
    [entry(2, ONE, { title: "One", tags: ["tea", "green tea"], unread: true, savedAt: first })],
    { Author: 1, "Word Count": 1, Read: 1, Highlight_Count: 1, "File Id": 1 },
  ],
  [
    "Diigo's CSV",
    `title,url,tags,description,comments,annotations,created_at
One,${ONE},"tea ""green tea""",Described,Commented,Highlighted,2023-11-14 22:13:20 UTC
Two,${TWO},no_tag,,,,2020-09-13T12:26:40Z
`,
    [
      entry(2, ONE, {
        title: "One",
        note: "Described\n\nCommented\n\nHighlighted",
        tags: ["tea", "green tea"],
        savedAt: first,
      }),
      entry(3, TWO, { title: "Two", savedAt: second }),
    ],
    { tags: 1 },
  ],
  [
    "Wallabag's CSV, in which the day comes first",
    `Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
One;${ONE};"<p>Text; more</p>";"tea, green tea";text/html;en;"14/11/2023 10:13:20"
`,
    [
      entry(2, ONE, {
        title: "One",
        tags: ["tea", "green tea"],
        savedAt: new Date("2023-11-14T10:13:20Z"),
        withoutZone: true,
      }),
    ],
    { Content: 1, "MIME Type": 1, Language: 1 },
  ],
  [
    "Readeck's CSV",
    `url,title,state,created,labels
${ONE},One,archive,2023-11-14T22:13:20Z,"[""tea"",""green tea""]"
${TWO},Two,,2020-09-13T12:26:40Z,[]
`,
    [
      entry(2, ONE, { title: "One", tags: ["tea", "green tea"], savedAt: first }),
      entry(3, TWO, { title: "Two", unread: true, savedAt: second }),
    ],
    {},
  ],
  [
    "Readeck's CSV without states",
    `url,title,created,labels\n${ONE},One,2023-11-14T22:13:20Z,[]\n`,
    [entry(2, ONE, { title: "One", savedAt: first })],
    {},
  ],
  [
    "a CSV of Excel, with its separator and a date that is none",
    `sep=;\r\nURL;Title;Date\r\n${ONE};"One; two";yesterday;more\r\n`,
    [entry(3, ONE, { title: "One; two" })],
    { Date: 1, "": 1 },
  ],
  ["a text of Excel, with tabs", `Title\tURL\nOne, two\t${ONE}\n`, [entry(2, ONE, { title: "One, two" })], {}],
  [
    "Omnivore's JSON",
    `[
 {"id":"1","slug":"one","title":"One","description":"What","author":"","url":"${ONE}","state":"Active","labels":["tea","to-read"],"savedAt":"2023-11-14T22:13:20.000Z","publishedAt":null}
]`,
    [entry(2, ONE, { title: "One", note: "What", tags: ["tea", "to-read"], unread: true, savedAt: first })],
    { id: 1, slug: 1 },
  ],
  [
    "Linkwarden's JSON, collections in others",
    `{"name":"User","collections":[
 {"id":4,"name":"Kitchen","parentId":null,"links":[]},
 {"id":5,"name":"Drinks","parentId":4,"rssSubscriptions":[{"url":"https://feed.example/"}],"links":[]},
 {"id":1,"name":"Unorganized","links":[{"id":8,"name":"Two","url":"${TWO}","tags":[],"createdAt":"2020-09-13T12:26:40.000Z"}]},
 {"id":6,"links":[
  {"id":9,"name":"One","type":"url","description":"What","url":"${ONE}","createdAt":"2023-11-14T22:13:20.000Z","tags":[{"id":3,"name":"tea"}]}],
  "parentId":5,"name":"Hot"}],
 "pinnedLinks":[
  {"id":9,"name":"One","type":"url","description":"What","url":"${ONE}","createdAt":"2023-11-14T22:13:20.000Z","textContent":"Text"}]}`,
    [
      entry(4, TWO, { title: "Two", savedAt: second }),
      entry(6, ONE, { title: "One", note: "What", tags: ["Kitchen", "Drinks", "Hot", "tea"], savedAt: first }),
      entry(9, ONE, { title: "One", note: "What", starred: true, savedAt: first }),
    ],
    { id: 3, type: 2, textContent: 1 },
  ],
  [
    "Firefox's JSON",
    `{"guid":"root________","title":"","root":"placesRoot","children":[
{"title":"menu","root":"bookmarksMenuFolder","children":[
 {"title":"One","dateAdded":1700000000000000,"type":"text/x-moz-place","tags":"tea,green tea","uri":"${ONE}"},
 {"type":"text/x-moz-place-separator","title":""},
 {"title":"Drinks","children":[{"title":"Two","dateAdded":1600000000000000,"uri":"${TWO}","keyword":"two"}]}]},
{"title":"unfiled","root":"unfiledBookmarksFolder","children":[]}]}`,
    [
      entry(3, ONE, { title: "One", tags: ["tea", "green tea"], savedAt: first }),
      entry(5, TWO, { title: "Two", tags: ["Drinks"], savedAt: second }),
    ],
    { type: 1, keyword: 1 },
  ],
  [
    "Chrome's own file, which counts from 1601 and names a folder behind its bookmarks",
    `{"checksum":"x","roots":{"bookmark_bar":{"children":[
{"children":[{"date_added":"13344473600000000","id":"7","name":"One","type":"url","url":"${ONE}"}],"name":"Drinks","type":"folder"}
],"name":"Bookmarks bar"},"other":{"children":[],"name":"Other"}},"version":1}`,
    [entry(2, ONE, { title: "One", tags: ["Drinks"], savedAt: first })],
    { id: 1, type: 1 },
  ],
  [
    "Toby's JSON",
    `{"version":3,"lists":[{"title":"Drinks","cards":[
{"title":"One","url":"${ONE}","customTitle":"Mine","customDescription":"Noted"}],"labels":[]}]}`,
    [entry(2, ONE, { title: "Mine", note: "Noted", tags: ["Drinks"] })],
    { title: 1 },
  ],
  [
    "Karakeep's JSON, whose lists come last",
    `{"bookmarks":[{"createdAt":1700000000,"title":"One","tags":["tea"],"lists":["b"],"content":{"type":"link","url":"${ONE}"},"note":"n","archived":true}],
"lists":[{"id":"a","name":"Drinks","parentId":null},{"id":"b","name":"Hot","parentId":"a"}]}`,
    [entry(1, ONE, { title: "One", note: "n", tags: ["Drinks", "Hot", "tea"], savedAt: first })],
    { "content.type": 1 },
  ],
  [
    "GoodLinks' JSON",
    `[{"title":"One","url":"${ONE}","tags":["tea"],"starred":true,"summary":"What","addedAt":1700000000}]`,
    [entry(1, ONE, { title: "One", tags: ["tea"], unread: true, starred: true, savedAt: first })],
    { summary: 1 },
  ],
  [
    "Wallabag's JSON",
    `[{"is_archived":1,"is_starred":0,"tags":["tea","green tea"],"title":"One","url":"${ONE}","created_at":"2023-11-14T22:13:20+0000","content":"<p>x</p>"}]`,
    [entry(1, ONE, { title: "One", tags: ["tea", "green tea"], savedAt: first })],
    { content: 1 },
  ],
  [
    "Readeck's JSON",
    `[{"url":"${ONE}","title":"One","labels":["tea"],"created":"2023-11-14T22:13:20Z","is_marked":true,"is_archived":false}]`,
    [entry(1, ONE, { title: "One", tags: ["tea"], unread: true, starred: true, savedAt: first })],
    {},
  ],
  [
    "one object a line, of which one is broken",
    `{"url":"${ONE}","title":"One"}\n{url:1}\n{"url":"${TWO}","tags":"a b"}\n`,
    [entry(1, ONE, { title: "One" }), { line: 2, unreadable: "no_object" }, entry(3, TWO, { tags: ["a", "b"] })],
    {},
  ],
  [
    "a CSV file with two columns of one name, of which the first value counts",
    `title,url,title\nOne,${ONE},Other\n,${TWO},Two\n`,
    [entry(2, ONE, { title: "One" }), entry(3, TWO, { title: "Two" })],
    {},
  ],
  ["an entry with links of its own", `[{"url":"${ONE}","links":[{"url":"${TWO}"}]}]`, [entry(1, ONE)], { links: 1 }],
  [
    "a list of addresses with titles, also of OneTab and in Markdown",
    `${ONE}\n\n${TWO} | Two: more\nOne - ${ONE}\n- [Two](${TWO})\nwords\nftp://a.example/x`,
    [
      entry(1, ONE),
      entry(3, TWO, { title: "Two: more" }),
      entry(4, ONE, { title: "One" }),
      entry(5, TWO, { title: "Two" }),
      { line: 6, unreadable: "no_address" },
      entry(7, "ftp://a.example/x"),
    ],
    {},
  ],
];

it.each(FILES)("%s is read, and what is not is named", async (_program, text, entries, notRead) => {
  for (const length of [7, text.length]) {
    const read = await allOf(readBookmarks(piecesOf(text, length)));
    expect(withoutColumns(read)).toEqual(entries);
    const { columns } = await importBookmarks(null, read);
    const left = columns.filter((column) => column.notRead > 0).map((column) => [column.name, column.notRead]);
    expect(Object.fromEntries(left)).toEqual(notRead);
  }
});
