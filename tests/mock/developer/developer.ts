import { once } from 'node:events'
import { get, IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { load } from 'cheerio'
import { onTestFinished } from 'vitest'
import { type DevelopmentServer, startDevelopmentServer } from '../../../mock/developer/index.ts'
import { Switches } from '../../../mock/switches.ts'
import { Partner, type Reply, send } from '../partner.ts'

type Fields = Readonly<Record<string, string>>

/** A developer at the page of a service of their own, with a partner's application beside it. */
export class Developer {
  readonly mock: DevelopmentServer
  readonly partner: Partner

  private constructor(mock: DevelopmentServer) {
    this.mock = mock
    this.partner = new Partner(mock)
  }

  /** The service serves until the test is over. */
  static async start(switches = new Switches()): Promise<Developer> {
    const mock = await startDevelopmentServer({ switches })
    onTestFinished(() => mock.close())
    return new Developer(mock)
  }

  /** The page. */
  async look() {
    return load((await send(this.mock.pageUrl)).text)
  }

  /** What the page answers to a request with these headers, of which fetch would not let us choose all. */
  async ask(
    headers: Fields,
    path = '/',
  ): Promise<{ readonly status: number | undefined; readonly text: string }> {
    const request = get(this.mock.pageUrl + path, { headers })
    const [response] = await once(request, 'response')
    if (!(response instanceof IncomingMessage)) throw new Error('no response')
    return { status: response.statusCode, text: await readText(response) }
  }

  /** The text of a section of the page. */
  async read(section: string): Promise<string> {
    return (await this.look())(`#${section}`).text().replaceAll(/\s+/g, ' ')
  }

  /** Sends a form as a browser does that got it from the page. */
  async send(action: string, fields: Fields, headers: Fields = {}): Promise<Reply> {
    return this.post(action, { form_token: await this.formToken(), ...fields }, headers)
  }

  /** What the page gives its forms. */
  async formToken(): Promise<string> {
    const { text } = await send(this.mock.pageUrl)
    return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }

  /** Sends a form. */
  post(action: string, fields: Fields, headers: Fields = {}): Promise<Reply> {
    return send(`${this.mock.pageUrl}/${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.mock.pageUrl, ...headers },
      body: new URLSearchParams(fields),
    })
  }
}
