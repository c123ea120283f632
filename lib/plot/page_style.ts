/**
 * How pages look: type and space, light and dark, on a phone, a desk and paper.
 *
 * @module
 */

/** Style sheet of a page; inlined, so that a page is one file. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfb; --card: #ffffff; --text: #1d2126; --muted: #5a6169;
  --line: #e1e4e8; --link: #1f4e8c; --note: #f3f4f2; --mark: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --card: #1c2024; --text: #e4e6e8; --muted: #a2a9b0;
    --line: #33383e; --link: #8db6ea; --note: #20242a; --mark: #e2b76a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--text);
  font: 1rem/1.6 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue",
    Arial, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
.page { max-width: 82rem; margin: 0 auto; padding: 0 1rem 4rem; }
header { padding: 2.5rem 0 1.5rem; }
h1 { font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.3rem); line-height: 1.2;
  letter-spacing: -.015em; margin: 0 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.35rem; line-height: 1.3; letter-spacing: -.01em;
  margin: 0 0 .75rem; text-wrap: balance; }
p, ul { margin: 0 0 1rem; max-width: 44rem; }
ul { padding-left: 1.2rem; }
code { font: .88em/1.4 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
  background: var(--note); border-radius: 3px; padding: .1em .3em; }
.intro { font-size: 1.06rem; }
nav { border-top: 1px solid var(--line); border-bottom: 1px solid var(--line);
  padding: .75rem 0; margin-bottom: 2rem; font-size: .92rem; }
nav ol { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: .35rem 1.25rem; }
nav a { color: var(--muted); text-decoration: none; }
nav a:hover { color: var(--link); text-decoration: underline; }
section { padding: 0 0 2.25rem; }
.tag { display: inline-block; vertical-align: .2em; margin-left: .5rem;
  padding: .05rem .5rem; border: 1px solid var(--mark); border-radius: 1rem;
  color: var(--mark); font-size: .72rem; font-weight: 600; letter-spacing: .02em; }
figure, .table { margin: 1.25rem 0 1.75rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--card); overflow: hidden; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible, a:focus-visible {
  outline: 2px solid var(--link); outline-offset: 2px; }
.picture { background: #fff; padding: .25rem; }
.picture svg { display: block; height: auto; max-width: 100%; }
figure svg.wide { min-width: 54rem; }
figure svg.middle { min-width: 36rem; }
figure.middle { max-width: 52rem; }
figure.small { max-width: 34rem; }
figcaption { padding: .75rem 1rem; border-top: 1px solid var(--line);
  font-size: .9rem; line-height: 1.5; color: var(--muted); }
figcaption p { margin: 0; max-width: 60rem; }
.files { margin-top: .35rem; font-size: .82rem; }
.files a + a { margin-left: .9rem; }
details { border-top: 1px solid var(--line); font-size: .9rem; }
summary { cursor: pointer; padding: .6rem 1rem; color: var(--muted); }
details .scroll { max-height: 26rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: .75rem 1rem; font-weight: 600; }
th, td { padding: .4rem 1rem; text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: 600; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
td { border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
.n { text-align: right; white-space: nowrap; }
tfoot td { color: var(--muted); border-top: 1px solid var(--line); border-bottom: 0; }
footer { border-top: 1px solid var(--line); padding-top: 1.5rem; color: var(--muted);
  font-size: .85rem; }
footer h2 { font-size: 1rem; color: var(--text); }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr;
  gap: .3rem 1.25rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; color: var(--text); }
@media (max-width: 40rem) {
  .page { padding: 0 .9rem 3rem; }
  header { padding: 1.5rem 0 1rem; }
  th, td { padding: .4rem .7rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
}
@media (min-width: 75rem) {
  .columns { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr);
    gap: 0 2.25rem; }
  nav { position: sticky; top: 1.5rem; align-self: start; border: 0; margin: 0;
    padding: .25rem 0; }
  nav ol { display: block; }
  nav li { padding: .25rem 0; line-height: 1.35; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --text: #000;
    --muted: #444; --line: #bbb; --link: #000; --note: #fff; --mark: #444; }
  body { font-size: 10pt; }
  nav, details, .files { display: none; }
  .page { max-width: none; padding: 0; }
  .columns { display: block; }
  .scroll { overflow: visible; }
  figure svg.wide, figure svg.middle { min-width: 0; max-width: 100%; }
  figure, .table { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
