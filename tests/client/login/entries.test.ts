import { expect, test } from 'vitest'
import { encodeAsForm, encodeBody, entriesOf } from '../../../client/login/entries.ts'
import { readPage } from '../../../client/login/page.ts'
import { submission } from '../../../client/login/submission.ts'

const url = new URL('https://auth.example/oauth2/authorize?a=1')

/** The first form of a page, sent by the button with this name, or by none. */
function sentBy(html: string, name?: string): string {
  const [form] = readPage(html, url).forms
  const button = form?.buttons.find((found) => found.name === name)
  return encodeAsForm(entriesOf(form?.fields ?? [], button))
}

test.each([
  [
    'in document order, the button at its place',
    '<form><input name=a value=1><button name=b value=2>x</button><input name=c>',
    'a=1&b=2&c=',
  ],
  [
    'boxes only where they are checked',
    '<form><input type=checkbox name=a><input type=checkbox name=b checked><input type=radio name=c value=1 checked><input type=radio name=c value=2 checked>',
    'b=on&c=2',
  ],
  [
    'line breaks as CR LF, in hidden inputs too',
    '<form><textarea name=a>\n\nx\ny</textarea><input type=hidden name=b value="1&#10;2"><input name=c value="1&#10;2">',
    'a=%0D%0Ax%0D%0Ay&b=1%0D%0A2&c=12',
  ],
  [
    'the option that is selected, or the first that is not disabled',
    '<form><select name=a><option>1<option selected> 2  3 <option>4</select><select name=b><optgroup disabled><option>5</optgroup><option value=six>6</select>',
    'a=2+3&b=six',
  ],
  [
    'no option that is disabled, and none of a list box',
    '<form><select name=a><option disabled selected>1<option>2</select><select name=b size=3><option>1</select>',
    '',
  ],
  [
    'all selected options of a multiple select',
    '<form><select name=a multiple><option selected>1<option>2<option selected>3</select>',
    'a=1&a=3',
  ],
  [
    'no disabled fieldset, but its first legend',
    '<form><fieldset disabled><legend><input name=a></legend><legend><input name=b></legend><input name=c></fieldset><input name=d>',
    'a=&d=',
  ],
  [
    'by the form attribute',
    '<form id=f><input name=a form=g></form><input name=b form=f><input name=c form="">',
    'b=',
  ],
  [
    'inputs behind wrongly nested end tags',
    '<div><form><input name=a></div><input name=b></form><input name=c>',
    'a=&b=',
  ],
  ['no form in a form', '<form><input name=a><form><input name=b></form><input name=c></form>', 'a=&b='],
  [
    'nothing of a template or a list of suggestions',
    '<form><template><input name=a></template><datalist><option>1</option></datalist><input name=b>',
    'b=',
  ],
  [
    'no input without a name, no reset, no plain button',
    '<form><input value=1><input type=reset name=a value=1><input type=button name=b value=2>',
    '',
  ],
  [
    'an empty file, a charset and a direction',
    '<form><input type=file name=a><input type=hidden name=_charset_><input name=b value=x dirname=d>',
    'a=&_charset_=UTF-8&b=x&d=ltr',
  ],
  [
    'what browsers make of values',
    '<form><input type=email name=a value=" x@y "><input type=number name=b value=z><input type=color name=c><input type=range name=d max=10><input type=nonsense name=e value=1>',
    'a=x%40y&b=&c=%23000000&d=5&e=1',
  ],
])('%s', (_, html, expected) => {
  expect(sentBy(html, 'b')).toBe(expected)
})

test('an image sends where it was pressed', () => {
  expect(sentBy('<form><input type=image name=go alt=Go><input name=z>', 'go')).toBe('go.x=0&go.y=0&z=')
})

test('each encoding as HTML has it', () => {
  const entries = [
    { name: 'a"', value: '1\r\n2' },
    { name: 'f', value: '', isFile: true as const },
  ]
  expect(encodeBody(entries, 'text/plain')).toEqual({
    body: 'a"=1\r\n2\r\nf=\r\n',
    contentType: 'text/plain',
  })
  const { body, contentType } = encodeBody(entries, 'multipart/form-data')
  const [, boundary = ''] = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType) ?? []
  expect(body.replaceAll(boundary, 'B')).toBe(
    [
      '--B\r\nContent-Disposition: form-data; name="a%22"\r\n\r\n1\r\n2\r\n',
      '--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
      '--B--\r\n',
    ].join(''),
  )
})

test('a button says where and how its form is sent, and a form sent by GET loses the query of its address', () => {
  const page = readPage(
    '<base href="/sso/"><form action="in?lost=1"><input name=a value=ä><button formaction="x" formmethod=post formenctype=text/plain>Go</button>',
    url,
  )
  const [form] = page.forms
  if (form === undefined) throw new Error('no form')
  expect(submission(page, form, undefined, form.fields).url?.href).toBe(
    'https://auth.example/sso/in?a=%C3%A4',
  )
  expect(submission(page, form, form.buttons[0], form.fields)).toMatchObject({
    method: 'POST',
    url: new URL('https://auth.example/sso/x'),
    body: 'a=ä\r\n',
    contentType: 'text/plain',
  })
})
