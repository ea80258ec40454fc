/**
 * The page's own script: filters, links into folded parts, and the exchanges that are only made into elements when
 * somebody unfolds them. Plain JavaScript for browsers; all text goes through `textContent`.
 */
export const script = `'use strict'
const byId = (id) => document.getElementById(id)
const all = (selector) => [...document.querySelectorAll(selector)]

const { urls, lines, left } = JSON.parse(byId('exchanges').textContent)
const PAGE = 200

function element(name, text, className) {
  const made = document.createElement(name)
  if (text !== undefined) made.textContent = text
  if (className) made.className = className
  return made
}

function lineOf([id, , offset, took, method, url, answer, sent, received]) {
  const head = document.createDocumentFragment()
  head.append(element('code', method + ' ' + urls[url]), ' → ', element('b', answer), ' ',
    element('span', 'after ' + (offset / 1000).toFixed(2) + ' s, ' + took + ' ms, exchange ' + id, 'quiet'))
  const folded = sent || received
  const line = element(folded ? 'details' : 'p', undefined, 'exchange')
  line.id = 'exchange-' + id
  if (!folded) return line.append(head), line
  const summary = element('summary')
  summary.append(head)
  line.append(summary)
  for (const [title, body] of [['Request body', sent], ['Response body', received]])
    if (body) line.append(element('h6', title), element('pre', body))
  return line
}

function unfold(log, until) {
  const mine = lines.filter((line) => line[1] === log.dataset.requirement)
  const showMore = (from) => {
    const wanted = mine.findIndex((line) => line[0] === until)
    const to = Math.max(from + PAGE, wanted + 1)
    log.append(...mine.slice(from, to).map(lineOf))
    if (to >= mine.length) return
    const more = element('button', (mine.length - to) + ' more')
    more.type = 'button'
    more.addEventListener('click', () => { more.remove(); showMore(to) })
    log.append(more)
  }
  if (log.dataset.unfolded) return
  log.dataset.unfolded = 'yes'
  const note = 'Bodies are cut to their start and only the first exchanges have them; exchanges.har has the rest.'
  log.append(element('p', note + (left ? ' The last ' + left + ' exchanges of the run are not on this page.' : ''), 'quiet'))
  showMore(0)
}

for (const log of all('details.log')) log.addEventListener('toggle', () => log.open && unfold(log))

function openAround(node) {
  for (let each = node; each; each = each.parentElement) {
    if (each.tagName === 'DETAILS') each.open = true
    each.hidden = false
  }
}

function follow() {
  const name = decodeURIComponent(location.hash.slice(1))
  const exchange = /^exchange-(\\d+)$/.exec(name)
  if (exchange) {
    const id = Number(exchange[1])
    const line = lines.find((one) => one[0] === id)
    const log = line && all('details.log').find((one) => one.dataset.requirement === line[1])
    if (log) unfold(log, id)
  }
  const target = name && byId(name)
  if (!target) return
  openAround(target)
  target.scrollIntoView()
}
addEventListener('hashchange', follow)

const form = byId('filters')
const requirements = all('details.requirement').map((node) => ({
  node, cell: document.querySelector('[data-for="' + node.id + '"]'),
  text: node.querySelector('summary').textContent.toLowerCase() + [...node.querySelectorAll(':scope > .facts dd')].map((dd) => dd.textContent).join(' ').toLowerCase(),
}))

function filter() {
  const chosen = new FormData(form)
  const verdicts = chosen.getAll('verdict'), levels = chosen.getAll('level')
  const family = chosen.get('family'), words = chosen.get('text').toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const { node, cell, text } of requirements) {
    const { verdict, level, family: own } = node.dataset
    const fits = (!verdicts.length || verdicts.includes(verdict)) && (!levels.length || levels.includes(level)) &&
      (!family || family === own) && words.every((word) => text.includes(word))
    node.hidden = !fits
    if (cell) cell.classList.toggle('dim', !fits)
    if (fits) shown += 1
  }
  for (const section of all('section.family')) section.hidden = !section.querySelector('details.requirement:not([hidden])')
  byId('shown').textContent = shown + ' of ' + requirements.length + ' requirements shown'
}
form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('reset', () => setTimeout(filter))
form.addEventListener('submit', (event) => event.preventDefault())
filter()
follow()
`
