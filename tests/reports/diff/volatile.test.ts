import { describe, expect, test } from 'vitest'
import { isSame } from '../../../reports/diff/volatile.ts'

describe('never counts', () => {
  test.each([
    ['a UUID', 'id 3755ba9c-c7ca-459b-8380-31446a8c2f43', 'id a61140d5-3b45-4eee-83e0-821cd8646503'],
    ['a numeric id', 'donation 123456789012', 'donation 987654321'],
    ['a hexadecimal id', '404 0123456789abcdef', '404 fedcba9876543210ff'],
    ['a date', 'since 2026-01-02', 'since 2027-12-31'],
    ['a time', 'at 2026-01-02T03:04:05.678Z', 'at 2026-11-21T15:31:38+01:00'],
    ['a time of HTTP', 'Fri, 02 Jan 2026 03:04:05 GMT', 'Sat, 21 Nov 2026 15:31:38 GMT'],
    ['a token', 'keys tok_9aXk27LmQ0pZ81vNw3Rt', 'keys tok_Zq81kkPw02mmX7aLs5Tb'],
    ['a signed token', 'eyJhbGciOi.eyJzdWIi.c2ln', 'eyJ0eXAiOi.eyJpc3Mi.aHR0'],
    ['the port of a loopback address', 'http://127.0.0.1:39921/v1', 'http://127.0.0.1:40007/v1'],
  ])('%s', (_, before, after) => {
    expect(isSame('anything', before, after)).toBe(true)
  })

  test('a second of a lifetime that counts down', () => {
    expect(isSame('expires_in', '3600', '3598')).toBe(true)
  })

  test('headers that caches, proxies and rate limits add now and then', () => {
    const plain = 'content-type, x-frame-options'
    const more = 'age, cf-ray, content-type, date, etag, x-frame-options, x-ratelimit-remaining, x-request-id'
    expect(isSame('headers of an accepted update', plain, more)).toBe(true)
  })
})

describe('always counts', () => {
  test.each([
    ['a status', '400', '422'],
    ['a success status', '200', '201'],
    ['a charset', 'application/json', 'application/json; charset=utf-8'],
    ['a media type', '422 application/json', '422 application/problem+json'],
    ['a key of an error', '422, keys error, error_description', '422, keys error, message'],
    ['a new field', 'donor_address_line_1, id', 'donor_address_line_1, donor_address_line_2, id'],
    ['a field with a number in its name', 'donor_address_line_1', 'donor_address_line_2'],
    ['a word', 'all', 'some'],
    ['an explicit port elsewhere', 'https://partner.example:443/', 'https://partner.example/'],
  ])('%s', (_, before, after) => {
    expect(isSame('anything', before, after)).toBe(false)
  })

  test('a lifetime', () => {
    expect(isSame('expires_in', '3600', '3590')).toBe(false)
    expect(isSame('expires_in', '3600', '1800')).toBe(false)
    expect(isSame('expires_in', '3600', 'not given')).toBe(false)
    expect(isSame('expires_in', '604800', '2592000')).toBe(false)
  })

  test('a header', () => {
    const before = 'content-type, x-frame-options'
    expect(isSame('headers of an accepted update', before, 'content-type')).toBe(false)
  })
})
