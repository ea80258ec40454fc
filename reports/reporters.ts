import type { RunResult } from '../harness/model/result.ts'
import type { SealedRecord } from './record.ts'

/**
 * Makes the text of a report.
 * @param sha256 of the content of the run's record, in hex: a report says which record it goes with
 */
type Write = (result: RunResult, sha256: string, record: SealedRecord) => string

interface Reporter {
  /** The name of its file. */
  readonly file: string
  /** Most have libraries of their own, which nobody waits for who wants another. */
  readonly load: () => Promise<Write>
}

const define = <Name extends string>(all: Readonly<Record<Name, Reporter>>) => all

/** The reports that there are, by the names that `--reporter` knows. */
export const reporters = define({
  junit: { file: 'junit.xml', load: async () => (await import('./junit.ts')).junitXml },
  record: {
    file: 'record.json',
    load: async () => (_result, _sha256, record) => `${JSON.stringify(record, null, 2)}\n`,
  },
  html: { file: 'report.html', load: async () => (await import('./html/page.ts')).reportHtml },
  har: {
    file: 'exchanges.har',
    load: async () => {
      const { harText } = await import('./har/write.ts')
      return (result, sha256) => harText(result, undefined, sha256)
    },
  },
  markdown: { file: 'report.md', load: async () => (await import('./github.ts')).summaryMarkdown },
  sarif: { file: 'report.sarif', load: async () => (await import('./sarif.ts')).sarifText },
  tap: { file: 'report.tap', load: async () => (await import('./tap.ts')).tapText },
  ctrf: { file: 'ctrf-report.json', load: async () => (await import('./ctrf.ts')).ctrfText },
  badge: { file: 'badge.svg', load: async () => (await import('./badge.ts')).badgeSvg },
})

/** The name of a report. */
export type ReporterName = keyof typeof reporters

/** What is written where nobody says what. */
export const defaultReporters: readonly ReporterName[] = ['junit', 'record', 'html', 'har']

/** Whether there is a report of this name. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name)
}

/** The files of all reports, by name. */
export const reportFiles: readonly string[] = Object.values(reporters).map(({ file }) => file)
