import fc from 'fast-check'
import { it } from 'vitest'
import { SCRIPTS } from '../../generators/scripts.ts'
import * as g from '../../generators/index.ts'
it('x', () => {
for (const [k,v] of Object.entries(SCRIPTS)) console.log(k, v.length, v.slice(0,8).join(' | '), Math.max(...v.map((x:string)=>x.length)))
const s = (n: string, a: fc.Arbitrary<unknown>, c = 8) => console.log(n, fc.sample(a, {numRuns: c, seed: 5}).map(x => JSON.stringify(x)?.slice(0,300)).join('\n   '))
s('first', g.firstName()); s('addr1', g.addressLine1()); s('email', g.ordinaryEmail(), 15); s('exotic', g.exoticEmail(), 12); s('broken', g.brokenEmail(), 15); s('badC', g.badCountry(), 10)
s('upd', g.partialUpdate({pledged: true, designations: ['11111111-1111-4111-8111-111111111111']}), 10)
s('inv', g.invalidUpdate({pledged: true}), 30)
s('open', g.openUpdate({pledged: true}), 20)
s('intl', g.internationalDonor(), 20)
s('raw', g.malformedBody(), 20)
s('nonobj', g.nonObjectBody(), 10)
s('openBody', g.openBody(), 12)
s('state', g.state(), 12)
s('forb', g.forbiddenUpdate(['quantity','source']), 12)
console.log(g.redirectUriNearMisses('https://partner.example/oauth/callback?env=sandbox'))
console.log(g.redirectUriNearMisses('https://partner.example/callback'))
console.log(g.redirectUriNearMisses('https://partner.example'))
console.log(g.samePlaceByRfc3986('https://partner.example:443/callback'))
s('uri', g.redirectUriNearMiss('https://partner.example/callback'))
})
