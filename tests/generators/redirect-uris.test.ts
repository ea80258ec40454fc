import { describe, expect, it } from 'vitest'
import {
  redirectUriNearMiss,
  redirectUriNearMisses,
  samePlaceByRfc3986,
} from '../../generators/redirect-uris.ts'
import { describeGenerator, seenIn } from './four-properties.ts'

const PLAIN = 'https://partner.example/callback'

const registered = [
  PLAIN,
  'https://partner.example/oauth/callback/',
  'https://partner.example:8443/oauth/callback?env=sandbox&step=1',
  'https://partner.example',
  'https://partner.example/',
  'https://partner.example:443/',
  'https://127.0.0.1:4000/callback',
  'https://[::1]:4000/callback',
  'https://Partner.Example/%2fCallback',
]

/** Scheme, host and default port as a URL parser reads them, the rest untouched. */
function place(uri: string): string {
  const [, scheme = '', authority = '', rest = ''] = /^([^/]*)\/\/([^/?#]*)(.*)$/s.exec(uri) ?? []
  return `${scheme.toLowerCase()}//${authority.toLowerCase().replace(/:443$/, '')}${rest.replace(/^\/?/, '/')}`
}

describe.each(registered)('near %s', (uri) => {
  const misses = Object.entries(redirectUriNearMisses(uri))

  it('every near miss differs and names another place', () => {
    expect(misses.filter(([, miss]) => place(miss) === place(uri))).toEqual([])
  })

  it('there are many, each of its own name', () => {
    expect(misses.length).toBeGreaterThan(25)
  })

  it('none is the http twin', () => {
    expect(misses.filter(([, miss]) => /^http:/i.test(miss))).toEqual([])
  })

  it('other spellings of the same place differ and name it', () => {
    const spellings = Object.values(samePlaceByRfc3986(uri))
    expect(spellings.length).toBeGreaterThan(0)
    expect(spellings).not.toContain(uri)
    expect(spellings.filter((spelling) => place(spelling) !== place(uri))).toEqual([])
  })

  describeGenerator('redirectUriNearMiss', () => redirectUriNearMiss(uri), {
    correct: ({ value }) => place(value) !== place(uri) && !/^http:/i.test(value),
    simple: ({ kind, value }) => redirectUriNearMisses(uri)[kind] === value,
  })

  it('each near miss occurs among the combined ones', () => {
    const seen = seenIn(redirectUriNearMiss(uri), ({ kind }) => kind)
    expect([...new Set(seen.flatMap((kind) => kind.split(', ')))].sort()).toEqual(
      misses.map(([name]) => name).sort(),
    )
  })
})

describe('near misses', () => {
  it('of a plain URI', () => {
    expect(redirectUriNearMisses(PLAIN)).toMatchInlineSnapshot(`
      {
        "added fragment": "https://partner.example/callback#more",
        "added query parameter": "https://partner.example/callback?more=1",
        "backslash after the host": "https://partner.example\\.evil.example/callback",
        "backslash before the host": "https://evil.example\\@partner.example/callback",
        "backslash in the path": "https://partner.example/callback\\..\\elsewhere",
        "blank at the end": "https://partner.example/callback ",
        "blank at the start": " https://partner.example/callback",
        "custom scheme": "app://partner.example/callback",
        "dot of the host as a wildcard": "https://partnerxexample/callback",
        "dot segment": "https://partner.example/./callback",
        "dot segments at the end": "https://partner.example/callback/../elsewhere",
        "dot segments upward": "https://partner.example/x/../callback",
        "double slash": "https://partner.example//callback",
        "empty fragment": "https://partner.example/callback#",
        "empty query": "https://partner.example/callback?",
        "encoded dot segments": "https://partner.example/callback/%2e%2e/elsewhere",
        "encoded letter": "https://partner.example/%63allback",
        "encoded null byte": "https://partner.example/callback%00",
        "encoded slash at the end": "https://partner.example/callback%2F",
        "host as a subdomain of another": "https://partner.example.evil.example/callback",
        "host with a trailing dot": "https://partner.example./callback",
        "letter case of the path": "https://partner.example/Callback",
        "longer first label of the host": "https://evilpartner.example/callback",
        "longer last segment": "https://partner.example/callbackmore",
        "longer path": "https://partner.example/callback/more",
        "no scheme": "//partner.example/callback",
        "other host": "https://evil.example/callback",
        "other path": "https://partner.example/elsewhere",
        "other port": "https://partner.example:8443/callback",
        "path above": "https://partner.example/",
        "path parameter": "https://partner.example/callback;more",
        "prefix of the path": "https://partner.example/callbac",
        "registered host as user info": "https://partner.example@evil.example/callback",
        "script scheme": "javascript://partner.example/callback",
        "subdomain": "https://evil.partner.example/callback",
        "tab within": "https://partner.example/c	allback",
        "trailing slash added": "https://partner.example/callback/",
        "user info": "https://user@partner.example/callback",
        "user name and password": "https://user:password@partner.example/callback",
        "wildcard for a subdomain": "https://*.partner.example/callback",
        "wildcard for the path": "https://partner.example/*",
      }
    `)
  })

  it('of a URI with a port and a query touch these too', () => {
    expect(redirectUriNearMisses('https://partner.example:8443/a/b?env=sandbox&step=1')).toMatchObject({
      'other port': 'https://partner.example:9443/a/b?env=sandbox&step=1',
      'without its port': 'https://partner.example/a/b?env=sandbox&step=1',
      'without its query': 'https://partner.example:8443/a/b',
      'other query value': 'https://partner.example:8443/a/b?env=other&step=1',
      'added query parameter': 'https://partner.example:8443/a/b?env=sandbox&step=1&more=1',
      'encoded slash within': 'https://partner.example:8443/a%2Fb?env=sandbox&step=1',
      'registered host as user info': 'https://partner.example:8443@evil.example/a/b?env=sandbox&step=1',
    })
  })

  it('leave the port of a loopback address alone, which a service may let vary', () => {
    expect(redirectUriNearMisses('https://127.0.0.1:4000/callback')).not.toHaveProperty('other port')
  })

  it('leave letters of a percent escape alone, where case says nothing', () => {
    expect(redirectUriNearMisses('https://partner.example/%2fback')).toMatchObject({
      'letter case of the path': 'https://partner.example/%2fBack',
    })
  })

  it('of something else than an absolute URI are refused', () => {
    expect(() => redirectUriNearMisses('/callback')).toThrow(TypeError)
  })
})

it('spells the same place in other ways', () => {
  expect(samePlaceByRfc3986(PLAIN)).toEqual({
    'letter case of the host': 'https://Partner.example/callback',
    'host in upper case': 'https://PARTNER.EXAMPLE/callback',
    'letter case of the scheme': 'HTTPS://partner.example/callback',
    'explicit default port': 'https://partner.example:443/callback',
  })
})
