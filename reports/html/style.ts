/** The page's style, light and dark, for screens from a phone's width up and for paper. */
export const style = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae1; --link: #0b57b7; --code: #eef1f5;
  --pass: #d9f2e0; --pass-ink: #0d5527; --fail: #b3261e; --fail-ink: #fff; --warn: #ffe0a3; --warn-ink: #5c3b00; --inconclusive: #e9defa; --inconclusive-ink: #4d2a86;
  --observed: #d8ebfb; --observed-ink: #0c4470; --neutral: #e6e9ed; --neutral-ink: #444c56; --good: #1a7f3c; --bad: #b3261e; --expected: #eef9f1; --received: #fdefee }
@media (prefers-color-scheme: dark) { :root { --page: #0f1318; --card: #181d24; --text: #e4e8ee; --quiet: #9aa5b1; --line: #333b46; --link: #84b9ff; --code: #232a33;
  --pass: #17382a; --pass-ink: #8fdfae; --fail: #e5534b; --fail-ink: #180302; --warn: #4f3a0c; --warn-ink: #ffd78a; --inconclusive: #38275a; --inconclusive-ink: #d8c4ff;
  --observed: #143450; --observed-ink: #a5d3fa; --neutral: #2a313a; --neutral-ink: #b6bfc9; --good: #3fb968; --bad: #ff7b72; --expected: #14261c; --received: #301917 } }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem }
html { background: var(--page) }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0 }
h2 { font-size: 1.2rem; margin: 0 0 .6rem }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .5rem }
h4, h5, h6 { margin: 0; font-size: 1rem; font-weight: 600 }
h4 { display: inline; font-weight: 400 }
.inline { display: inline }
h6 { font-size: .85rem; margin-top: .8rem; color: var(--quiet) }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.quiet { color: var(--quiet) }
.unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
main > section, .masthead { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; margin: 1rem auto }
.masthead { border-top: 8px solid var(--bad) }
.masthead.conforms { border-top-color: var(--good) }
.masthead.undecided { border-top-color: var(--inconclusive-ink) }
.masthead > p { margin: 0 }
.counts { font-size: 1.1rem }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .5rem 1.5rem }
.masthead .pair { margin-top: 1.1rem }
.masthead nav { margin-top: .8rem }
.pair > * { min-width: 0 }
ul, ol { margin: 0; padding-left: 1.3rem }
.facts { margin: 0 }
.facts > div { display: grid; grid-template-columns: 9.5rem 1fr; gap: .2rem .8rem; padding: .12rem 0 }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; min-width: 0 }
pre, code { font: .86em/1.45 ui-monospace, monospace }
pre { background: var(--code); border-radius: 6px; padding: .55rem .7rem; margin: .25rem 0; white-space: pre-wrap }
.findings li { padding: .3rem 0 }
.advice td:nth-child(2) { min-width: 16rem }
.badge { display: inline-block; border-radius: 5px; padding: 0 .45em; font-size: .85em; font-weight: 600; white-space: nowrap }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; margin-bottom: .9rem }
.cells { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px }
.cell { display: inline-block; min-width: 2.9rem; padding: .1rem .35rem; border-radius: 5px; text-align: center; font-size: .9rem; text-decoration: none; border: 2px solid transparent }
.legend .cell { min-width: 1.8rem }
a.cell:hover { text-decoration: underline }
.cell.dim { opacity: .25 }
.pass { --bg: var(--pass); --ink: var(--pass-ink) }
.fail { --bg: var(--fail); --ink: var(--fail-ink) }
.warn { --bg: var(--warn); --ink: var(--warn-ink) }
.inconclusive { --bg: var(--inconclusive); --ink: var(--inconclusive-ink) }
.observed { --bg: var(--observed); --ink: var(--observed-ink) }
.not-applicable { --bg: var(--neutral); --ink: var(--neutral-ink) }
.error { --bg: var(--card); --ink: var(--bad) }
.badge, .cell { background: var(--bg); color: var(--ink) }
.cell.fail { font-weight: 700 }
.cell.inconclusive { border-style: dashed; border-color: var(--ink) }
.cell.error, .badge.error { border: 2px solid var(--bad) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); font-weight: 400 }
thead th { font-weight: 600 }
.grid th { width: 19rem }
.sentences td:first-child { width: 3.5rem }
.sentences td:last-child { width: 45% }
.cited { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem }
.chart { margin: 0 }
.lane { display: grid; grid-template-columns: 7.5rem 1fr 8.5rem; gap: .7rem; align-items: center; font-size: .88rem }
.lane svg { width: 100%; height: 22px; border-bottom: 1px solid var(--line) }
.lane .all { fill: var(--link) }
.lane .bad { fill: var(--bad) }
.ticks { display: flex; justify-content: space-between; color: var(--quiet) }
#filters { display: flex; flex-wrap: wrap; gap: .6rem 1.1rem; align-items: end; padding-bottom: .8rem; border-bottom: 1px solid var(--line) }
fieldset { border: 1px solid var(--line); border-radius: 6px; padding: .1rem .6rem .3rem; margin: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: .1rem .8rem }
legend { font-size: .85rem; color: var(--quiet) }
input, select, button { font: inherit; color: inherit; max-width: 100% }
#filters > * { max-width: 100% }
input[type=search], select, button { background: var(--card); border: 1px solid var(--quiet); border-radius: 6px; padding: .2rem .5rem }
#shown { margin: 0; flex-basis: 100%; color: var(--quiet) }
.requirement { border: 1px solid var(--line); border-left: 6px solid var(--bg); border-radius: 7px; margin: .35rem 0; padding: .35rem .7rem; content-visibility: auto; contain-intrinsic-size: auto 2.4rem }
.requirement[open] { padding-bottom: .9rem }
.requirement[open] > summary { margin-bottom: .6rem }
summary { cursor: pointer }
.id { font-weight: 700 }
.level { color: var(--quiet); font-size: .85rem }
.violation { border-top: 1px solid var(--line); margin-top: .9rem; padding-top: .8rem }
.compare > div { border-radius: 7px; padding: .1rem .8rem .6rem; margin-top: .5rem }
.compare p { margin: .1rem 0 0; white-space: pre-wrap }
.expected { background: var(--expected); border: 1px solid var(--good) }
.received { background: var(--received); border: 1px solid var(--bad) }
.compare h6 { color: var(--text) }
.exchange { margin: .25rem 0; padding-left: .2rem }
.log, .sequences { margin-top: .8rem }
.sequence { margin: .3rem 0 .3rem 1rem }
.sequence table { width: 100%; table-layout: fixed; border-collapse: collapse }
.sequence td { padding: .15rem .4rem; overflow-wrap: anywhere }
.step { border-left: 2px solid var(--line); border-right: 2px solid var(--line); border-bottom: 1px solid var(--line) }
.anchor { text-decoration-style: dotted; padding: 0 .3em }
@media (max-width: 40rem) {
  body { padding: 0 .5rem }
  .masthead, main > section { padding: .8rem }
  h1 { font-size: 1.45rem }
  .facts > div { grid-template-columns: 1fr; padding: .25rem 0 }
  .grid, .grid tbody, .grid tr, .grid th, .grid td { display: block; width: auto }
  .grid th { border: 0; padding-bottom: 0 }
  .lane { grid-template-columns: 6.2rem 1fr; gap: 0 .5rem }
  .lane > .quiet { display: none }
  .observations, .observations tbody, .observations tr, .observations td { display: block }
  .sentences, .sentences tbody, .sentences tr, .sentences td { display: block }
  .observations thead, .sentences thead { display: none }
  .observations td { border: 0; padding: 0 }
  .sentences td, .sentences td:last-child { border: 0; padding: 0; width: auto }
  .observations tr, .sentences tr { border-bottom: 1px solid var(--line); padding: .4rem 0; display: block }
}
@media print {
  :root { --page: #fff; --card: #fff }
  body { font-size: 10pt }
  #filters, .anchor, .skip, .log { display: none !important }
  main > section, .masthead { border-color: #999; break-inside: auto }
  .requirement { content-visibility: visible; break-inside: avoid }
  .requirement[open] { break-inside: auto }
  .filed { break-before: page; break-after: page }
  .badge, .cell, .compare > div, .lane path { print-color-adjust: exact }
  a { color: inherit; text-decoration: none }
}
`
