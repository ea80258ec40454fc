// Takes the lock that it is given, says `held` or why not, and gives it back when its input ends.
import { once } from 'node:events'
import { takeLock } from '../../../dist/client/oauth/lock.js'

const [file = ''] = process.argv.slice(2)
try {
  const release = takeLock(file, 'the token')
  process.stdout.write('held')
  process.stdin.resume()
  await once(process.stdin, 'end')
  release()
} catch (error) {
  process.stdout.write(error.message)
}
