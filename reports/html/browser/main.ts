/** The report's own script. The build makes one file of it, which the report carries with it. */
import type { ExchangeTable } from '../exchange-table.ts'
import { all, byId } from './dom.ts'
import { ExchangeLog } from './exchange-log.ts'
import { startFilters } from './filters.ts'
import { startLinks } from './links.ts'

const table: ExchangeTable = JSON.parse(byId('exchanges', HTMLScriptElement).text)
const logs = all('details.log', HTMLDetailsElement).map((node) => new ExchangeLog(node, table))
startFilters()
startLinks(logs)
