/** The look of a notebook page: one column, wide things scroll inside it. */
export const PAGE_CSS = `
:root { color-scheme: light; --ink: #1f2328; --soft: #59636e; --line: #d8dee4;
  --code: #f6f8fa; --red: #b42318; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; line-height: 1.55;
  font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "Noto Sans CJK SC", sans-serif; overflow-wrap: break-word; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 0.5em; }
h1 { font-size: 1.75rem; margin-top: 0; }
h2 { font-size: 1.35rem; } h3 { font-size: 1.1rem; }
p, ul, ol, table { margin: 0.6em 0; }
p, ul, ol { max-width: 48rem; }
a { color: #0550ae; }
pre, code { font-family: ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; }
code { font-size: 0.9em; background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; }
pre { font-size: 0.8125rem; line-height: 1.5; margin: 0; overflow-x: auto;
  overflow-wrap: normal; tab-size: 2; }
pre code { font-size: inherit; background: none; padding: 0; }
.cell { margin: 1.1rem 0; }
.code { background: var(--code); border: 1px solid var(--line); border-radius: 6px;
  padding: 0.7rem 0.9rem; position: relative; }
.number { position: absolute; top: 0.3rem; right: 0.5rem; padding: 0 0.2rem; font-size: 0.75rem;
  color: var(--soft); background: var(--code); text-decoration: none; }
.output { margin: 0.6rem 0 0; overflow-x: auto; }
.output > pre { padding: 0.2rem 0.9rem; }
.output svg { display: block; max-width: 100%; min-width: min(30rem, 100%); height: auto; }
.output img { max-width: 100%; height: auto; }
.stderr { color: var(--soft); border-left: 3px solid var(--line); }
.error { color: var(--red); border-left: 3px solid var(--red); }
.error pre { white-space: pre-wrap; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.2rem 0.6rem 0.4rem 0; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0.6rem; border-bottom: 1px solid var(--line);
  text-align: left; vertical-align: top; }
th { border-bottom-color: var(--ink); } .n { text-align: right; }
.markdown { overflow-x: auto; } .markdown pre { background: var(--code); padding: 0.7rem 0.9rem;
  border-radius: 6px; }
blockquote { margin: 0.8em 0; padding-left: 1em; border-left: 3px solid var(--line);
  color: var(--soft); }
math[display="block"] { margin: 0.8em 0; overflow-x: auto; overflow-y: hidden; }
footer { margin-top: 3rem; padding-top: 0.8rem; border-top: 1px solid var(--line);
  font-size: 0.8125rem; color: var(--soft); }
.hljs-keyword, .hljs-literal { color: #a0111f; } .hljs-string, .hljs-regexp { color: #0a3069; }
.hljs-comment { color: var(--soft); } .hljs-number, .hljs-built_in { color: #0550ae; }
.hljs-title, .hljs-title.function_ { color: #6639ba; }
@media (max-width: 40rem) { body { font-size: 15px; }
  main { padding: 1rem 0.8rem 2rem; }
  .output svg { min-width: 30rem; } }
@media print { .cell { break-inside: avoid; } pre { white-space: pre-wrap; } }
`;
