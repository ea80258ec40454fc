import { dirname, extname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { notEmpty, reasonOf, UsageError, withoutKeys } from './usage.ts'

interface CertifyOptions {
  readonly key: string
  readonly subject: string
  readonly subjectDigest?: Readonly<Record<string, string>>
  readonly matrix?: readonly string[]
  readonly policy?: string
  readonly out: string
}

/** `donation-conformance certify`. */
export function certifyCommand(): Command {
  return new Command('certify')
    .description('sign a certificate of what runs showed, for whoever decides on production')
    .argument('<record...>', 'record.json of a full run, or its directory')
    .requiredOption(
      '--key <key>',
      'private key that signs, as PEM: a file, or env://NAME (passphrase: CONFORMANCE_KEY_PASSPHRASE)',
      notEmpty,
    )
    .requiredOption('--subject <name>', 'what was tested, as the one who decides calls it', readSubject)
    .option(
      '--subject-digest <alg:hex>',
      'digest of what was tested, such as gitCommit:… (default: of the target in the record)',
      readDigest,
    )
    .option(
      '--matrix <file>',
      'what `faults --out FILE.json` wrote with this build; once for each side (`faults --subject partner`)',
      (path, others: readonly string[] = []) => [...others, notEmpty(path)],
    )
    .option('--policy <file>', 'what is wanted of the runs (default: every MUST decided and kept)', notEmpty)
    .option(
      '--out <file>',
      'where the certificate goes; its page goes beside it',
      readOut,
      'certificate.json',
    )
    .addHelpText(
      'after',
      `
Exit status:
  0  the certificate is written
  1  it is refused, and nothing is written
  2  something cannot be read, or the command is wrong`,
    )
    .configureOutput({ outputError: (text, write) => write(withoutKeys(text)) })
    .action(async (records: string[], options: CertifyOptions) => {
      process.exitCode = await certify(records, options)
    })
}

function readSubject(text: string): string {
  if (/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(text.trim())) return text.trim()
  throw new InvalidArgumentError('It must be a name of at most 200 characters, on one line.')
}

function readDigest(text: string): Record<string, string> {
  const [, algorithm, hex] = /^(\w+):([0-9a-f]+)$/.exec(text) ?? []
  if (algorithm && hex) return { [algorithm]: hex }
  throw new InvalidArgumentError('It must be ALG:HEX with lower-case hex, such as sha256:….')
}

function readOut(text: string): string {
  if (extname(text) === '.json') return text
  throw new InvalidArgumentError('It must end in .json.')
}

async function certify(records: readonly string[], options: CertifyOptions): Promise<number> {
  const [{ certificateFor }, { UnreadableError }, { oneLine }] = await Promise.all([
    import('../certificate/certify.ts'),
    import('../certificate/read-file.ts'),
    import('../reports/text.ts'),
  ])
  try {
    const { matrix: matrices = [], ...asked } = options
    const made = await certificateFor({ ...asked, matrices, records }, process.env, new Date())
    if ('refusals' in made) {
      for (const refusal of made.refusals) process.stderr.write(`refused: ${oneLine(refusal, 600)}.\n`)
      return 1
    }
    const page = options.out.replace(/\.json$/, '.html')
    await writeBoth([
      [page, made.page],
      [options.out, made.certificate],
    ])
    process.stdout.write(`${made.text}\nWritten: ${options.out}, ${page}\n`)
    return 0
  } catch (error) {
    if (error instanceof UnreadableError) throw new UsageError(withoutKeys(error.message))
    throw error
  }
}

/** All of the files or none. */
async function writeBoth(files: readonly (readonly [path: string, text: string])[]): Promise<void> {
  const [{ prepareDirectory, ReportError, writeWhole }, { rm }] = await Promise.all([
    import('../reports/directory.ts'),
    import('node:fs/promises'),
  ])
  const written: string[] = []
  try {
    for (const [path, text] of files) {
      await prepareDirectory(dirname(path))
      await writeWhole(path, text)
      written.push(path)
    }
  } catch (error) {
    for (const path of written) await rm(path)
    if (error instanceof ReportError) throw new UsageError(error.message)
    throw new UsageError(`cannot write the certificate: ${reasonOf(error)}`)
  }
}
