import { Command, InvalidArgumentError } from 'commander'
import { notEmpty, UsageError, withoutKeys } from './usage.ts'

interface VerifyOptions {
  readonly key: string
  readonly policy?: string
  readonly files?: string
  readonly subject?: string
  readonly at?: Date
}

/** `donation-conformance verify`. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('say whether a certificate is genuine and within the policy, without any network')
    .argument('<certificate>', 'what `certify` wrote')
    .requiredOption('--key <key>', 'public key of whoever signed, as PEM: a file, or env://NAME', notEmpty)
    .option('--policy <file>', 'what is wanted (default: what was wanted when it was issued)', notEmpty)
    .option(
      '--files <dir>',
      'directory with the files of its runs: each has to be the one certified',
      notEmpty,
    )
    .option('--subject <name>', 'what it has to be of', notEmpty)
    .option('--at <date>', 'ask for this moment instead of now, such as 2026-12-31', readMoment)
    .addHelpText(
      'after',
      `
Exit status:
  0  it is valid and within the policy
  1  it is not
  2  the command is wrong, or a file that it names cannot be read`,
    )
    .configureOutput({ outputError: (text, write) => write(withoutKeys(text)) })
    .action(async (certificate: string, options: VerifyOptions) => {
      process.exitCode = await verifyFile(certificate, options)
    })
}

function readMoment(text: string): Date {
  const moment = new Date(text)
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new InvalidArgumentError('It must be a date, or a date and time in UTC such as 2026-12-31T12:00:00Z.')
}

async function verifyFile(path: string, options: VerifyOptions): Promise<number> {
  const { policy: policyPath, files, subject, at = new Date() } = options
  const [{ readPolicy }, { keyIdOf, readVerifyingKey }, read, { verify }, { verificationText }, { build }] =
    await Promise.all([
      import('../certificate/certify.ts'),
      import('../certificate/keys.ts'),
      import('../certificate/read-file.ts'),
      import('../certificate/verification.ts'),
      import('../certificate/text.ts'),
      import('../reports/build.ts'),
    ])
  try {
    const key = await readVerifyingKey(options.key, process.env)
    const policy = policyPath === undefined ? undefined : await readPolicy(policyPath)
    const certificate = await read.readBounded(path, read.LIMITS.certificate)
    const verification = await verify(certificate, {
      ...{ key, at, build: build() },
      ...(policy ? { policy } : {}),
      ...(files === undefined ? {} : { directory: files }),
      ...(subject === undefined ? {} : { subject }),
    })
    process.stdout.write(verificationText(verification, certificate, keyIdOf(key)))
    return verification.problems.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof read.UnreadableError) throw new UsageError(withoutKeys(error.message))
    throw error
  }
}
