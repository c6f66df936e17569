/** The tokens of pages, and what ends or leaves them open. */
export const MARKUP = [
  ..."<a |<b>|<i>|<p>|</p>|<div>|</div>|<table>|<tr><td>|<script>|</script |</script>|<style>|<!--|-->|<!|<|>|/>".split(
    "|",
  ),
  ...'&|&amp;|&#x|&nbsp;| |\u00a0|\n|=|=\'|="|"|/|<svg>|<desc>|<template>|<title>|</title |<pre>|<li>|<select>'.split(
    "|",
  ),
  ..."<b #>|word |。|\0|\ud83d".split("|"),
];
/** What a page hides, shows late, or puts around its text. */
export const HIDDEN_AND_LATE = [
  ..."<span hidden>|</span>|<img>|<img src=a>|<noscript>|</noscript>|<a href=#><img src=a></a>|<header>|<main>".split(
    "|",
  ),
  ..."<article>|</article>|<h2>|</h2>|<aside class=note>|</aside>|<div class='teaser ad'>|<p class='d-none '>".split(
    "|",
  ),
];
/** What a page opens, refers to, draws and puts into lines. */
export const SHOWN = [
  ..."<template shadowrootmode=open>|</template>|<slot>|<x-a>|<math>|<mfrac>|<msup>|</math>|<span class=katex>".split(
    "|",
  ),
  ..."<button aria-expanded=false aria-controls=a>|</button>|<div id=a hidden>|<sup><a href=#b>|<li id=b>".split("|"),
  ...'<!--$?-->|<template id=B:0>|<!--/$-->|<div hidden id=S:0>|<script>$RC("B:0","S:0")</script>'.split("|"),
  ..."<td class=blob-num>|<span class=line>|<div role=tabpanel hidden>|<a rel=next href=a>|<frameset cols=1,*>".split(
    "|",
  ),
];
/** What the head of a page holds. */
export const HEAD = [
  ..."<meta |<meta name=a content=b>|<link rel=icon href=a sizes=1x1>|<base href=/a>|content=|<html lang=".split("|"),
  '<script type="application/ld+json"></script>',
];
/** The beginning of a script of JSON-LD. */
export const JSON_LD = '<script type="application/ld+json">';

/** What stands before and after a text of tokens. */
export const FRAMES = [
  ["", ""],
  ["<!doctype html><html><head><title>T</title></head><body><p>", "</p></body></html>"],
  ['<a href="', '">x</a>'],
  ['<a href="https://', '">x</a>'],
  ["<p ", ">x"],
  ["<title>", "</title>"],
  ["<pre>", "</pre>"],
  [JSON_LD, "</script>"],
] as const;

/** Fields of which a page may have many. */
export const RECORDS = [
  [["<p>", "</p>"], '<a href="https://', '">x</a>'],
  [["", ""], "<p>", "</p>"],
] as const;

/** A beginning, and what is repeated after it. */
export const CASES = [
  ["<script>", "</script "],
  ["<style>", "</style "],
  ["<p>", " \u00a0"],
  ["<p>", "&"],
  ["", "<b><i>"],
  ["<table><tr><td>", "<base href=/a>content="],
  [`${JSON_LD}[`, '{"author":[{"name":"a"}]},'],
  ["<base href='/", "x"],
  ["<title>a</title>", `${JSON_LD}</script>`],
] as const;

/** Pages of which a browser's parser makes large trees. */
export const TREES = [
  ["", "<table>"],
  ["", "<a # href=x>"],
  ["<p><b 1><b 2><b 3>", "<p>x"],
] as const;
