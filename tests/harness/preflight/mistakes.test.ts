import { describe, expect, test } from 'vitest'
import { found, ids, mockWith, OTHERS, PLEDGED, reticentMock } from './finding.ts'

const DESIGNATIONS = 'SANDBOX_DESIGNATION_IDS'
const FOREIGN = 'SANDBOX_FOREIGN_DONATION_ID'

describe('a mistake of the operator', () => {
  test('none', async () => {
    const mock = await reticentMock()
    expect((await found(mock, {})).mistakes).toEqual([])
  })

  test('an unknown and a foreign id among the pledged ones', async () => {
    const mock = await reticentMock()
    const foreign = mock.environment.SANDBOX_FOREIGN_DONATION_ID ?? ''
    const right = ids(mock, PLEDGED)
    const keys = { [PLEDGED]: [...right, 'no-such-id', foreign].join(), SANDBOX_FOREIGN_DONATION_ID: '' }
    const { mistakes, target } = await found(mock, keys)
    expect(mistakes).toEqual([
      expect.stringMatching(/^SANDBOX_PLEDGED_DONATION_IDS: no-such-id is refused as an unknown donation/),
      expect.stringContaining(`SANDBOX_PLEDGED_DONATION_IDS: ${foreign} is refused as `),
    ])
    expect(target.pledgedDonationIds).toEqual(right)
    expect(target.setAside?.[PLEDGED]).toContain('no-such-id')
  })

  test('a redirect URI that is not the second client’s', async () => {
    const mock = await reticentMock()
    const keys = { SANDBOX_OTHER_REDIRECT_URI: 'https://elsewhere.example/callback' }
    const { mistakes, target } = await found(mock, keys)
    expect(mistakes).toEqual([
      'SANDBOX_OTHER_REDIRECT_URI: the authorization request of the second client is refused with it (400), that of the first is not',
    ])
    expect(target).not.toHaveProperty('otherClient')
  })

  test('nothing but an unknown id', async () => {
    const { mistakes } = await found(await reticentMock(), { [PLEDGED]: 'no-such-id', [OTHERS]: '' })
    expect(mistakes).toEqual([expect.stringContaining('no-such-id is refused as an unknown donation')])
  })

  test('pledged and others swapped', async () => {
    const mock = await reticentMock()
    const { mistakes, target } = await found(mock, {
      [PLEDGED]: mock.environment[OTHERS] ?? '',
      [OTHERS]: mock.environment[PLEDGED] ?? '',
    })
    expect(mistakes.length).toBe(ids(mock, PLEDGED).length + ids(mock, OTHERS).length)
    expect([...target.pledgedDonationIds, ...target.nonPledgedDonationIds]).toEqual([])
  })

  test('one pledged and one other swapped', async () => {
    const mock = await reticentMock()
    const [[pledged = '', ...morePledged], [other = '', ...moreOthers]] = [
      ids(mock, PLEDGED),
      ids(mock, OTHERS),
    ]
    const { mistakes } = await found(mock, {
      [PLEDGED]: [other, ...morePledged].join(),
      [OTHERS]: [pledged, ...moreOthers].join(),
    })
    expect(mistakes).toEqual([
      `${PLEDGED}: ${other} takes no quantity, as one that is not pledged`,
      `${OTHERS}: ${pledged} takes a quantity, as a pledged one`,
    ])
  })

  test('a pledged one among the others, and the reverse', async () => {
    const mock = await reticentMock()
    const [[pledged = '', ...morePledged], [other = '', ...moreOthers]] = [
      ids(mock, PLEDGED),
      ids(mock, OTHERS),
    ]
    const among = await found(mock, {
      [PLEDGED]: morePledged.join(),
      [OTHERS]: [pledged, ...moreOthers].join(),
    })
    expect(among.mistakes).toEqual([`${OTHERS}: ${pledged} takes a quantity, as a pledged one`])
    const reverse = await found(mock, {
      [PLEDGED]: [...morePledged, other].join(),
      [OTHERS]: moreOthers.join(),
    })
    expect(reverse.mistakes).toEqual([`${PLEDGED}: ${other} takes no quantity, as one that is not pledged`])
  })

  test('a status that is shown decides, even of the only donation', async () => {
    const mock = await reticentMock()
    const [other = ''] = ids(mock, OTHERS)
    const { mistakes } = await found(mock, {
      [PLEDGED]: other,
      [OTHERS]: '',
      SANDBOX_READ_DONATION: `${mock.urls.inspector}/donations/{id}`,
      SANDBOX_READ_HEADERS: JSON.stringify({ authorization: `Bearer ${mock.inspectorKey}` }),
    })
    expect(mistakes).toEqual([expect.stringMatching(`${PLEDGED}: ${other} has the status \\w+`)])
  })

  test('a user without organizations as the main user', async () => {
    const mock = await reticentMock()
    const { SANDBOX_NO_ORG_USERNAME = '', SANDBOX_NO_ORG_PASSWORD = '' } = mock.environment
    const { fatal, mistakes } = await found(mock, {
      SANDBOX_USERNAME: SANDBOX_NO_ORG_USERNAME,
      SANDBOX_PASSWORD: SANDBOX_NO_ORG_PASSWORD,
      SANDBOX_NO_ORG_USERNAME: '',
      SANDBOX_NO_ORG_PASSWORD: '',
    })
    expect(fatal).toBe(true)
    expect(mistakes).toEqual([expect.stringMatching(/^SANDBOX_USERNAME: the user owns no organization/)])
  })

  test('the address of another server as that of the API', async () => {
    const mock = await reticentMock()
    const { fatal, mistakes } = await found(mock, {
      SANDBOX_API_URL: mock.environment.SANDBOX_AUTH_URL ?? '',
    })
    expect(fatal).toBe(true)
    expect(mistakes).toEqual([expect.stringMatching(/^SANDBOX_API_URL: the API is not there/)])
  })

  test('a user with several organizations who owns one', async () => {
    const mock = await reticentMock()
    const { environment } = mock
    const { mistakes, target } = await found(mock, {
      SANDBOX_USERNAME: environment.SANDBOX_MULTI_ORG_USERNAME ?? '',
      SANDBOX_PASSWORD: environment.SANDBOX_MULTI_ORG_PASSWORD ?? '',
      SANDBOX_MULTI_ORG_USERNAME: environment.SANDBOX_USERNAME ?? '',
      SANDBOX_MULTI_ORG_PASSWORD: environment.SANDBOX_PASSWORD ?? '',
      [PLEDGED]: '',
      [OTHERS]: '',
    })
    expect(mistakes).toEqual(['SANDBOX_MULTI_ORG_USERNAME: the user owns one organization, and not several'])
    expect(target.multiOrgUser).toBeUndefined()
  })

  test('the users without and with several organizations swapped', async () => {
    const mock = await reticentMock()
    const { environment } = mock
    const { mistakes, target } = await found(mock, {
      SANDBOX_NO_ORG_USERNAME: environment.SANDBOX_MULTI_ORG_USERNAME ?? '',
      SANDBOX_NO_ORG_PASSWORD: environment.SANDBOX_MULTI_ORG_PASSWORD ?? '',
      SANDBOX_MULTI_ORG_USERNAME: environment.SANDBOX_NO_ORG_USERNAME ?? '',
      SANDBOX_MULTI_ORG_PASSWORD: environment.SANDBOX_NO_ORG_PASSWORD ?? '',
    })
    expect(mistakes).toEqual([
      'SANDBOX_MULTI_ORG_USERNAME: the user owns no organization, and not several',
      expect.stringMatching(/^SANDBOX_NO_ORG_USERNAME: the user owns \d organizations, and not none$/),
    ])
    expect([target.multiOrgUser, target.noOrgUser]).toEqual([undefined, undefined])
  })

  test('passwords of the other users, and the secret of the second client', async () => {
    const mock = await reticentMock()
    const { mistakes, target } = await found(mock, {
      SANDBOX_NO_ORG_PASSWORD: 'not-this-one',
      SANDBOX_MULTI_ORG_PASSWORD: 'not-this-one',
      SANDBOX_OTHER_CLIENT_SECRET: 'not-this-one',
    })
    expect(mistakes).toEqual([
      'SANDBOX_NO_ORG_PASSWORD: the login of this user is refused: either the name or the password is wrong',
      'SANDBOX_MULTI_ORG_PASSWORD: the login of this user is refused: either the name or the password is wrong',
      expect.stringMatching(
        /^SANDBOX_OTHER_CLIENT_SECRET: the service does not know the second client by it: 401 "/,
      ),
    ])
    expect([target.noOrgUser, target.multiOrgUser, target.otherClient]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(target.user).toBeDefined()
  })

  test('a designation of another campaign, alone and among others', async () => {
    const mock = await reticentMock()
    const foreign = mock.environment.SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID ?? ''
    const own = mock.environment[DESIGNATIONS] ?? ''
    for (const list of [foreign, `${own},${foreign}`]) {
      const keys = { [DESIGNATIONS]: list, SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: '' }
      const { mistakes } = await found(mock, keys)
      expect(mistakes).toEqual([expect.stringContaining(`${DESIGNATIONS}: ${foreign} is refused`)])
    }
    const swapped = {
      [DESIGNATIONS]: foreign,
      SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: own.split(',')[0] ?? '',
    }
    expect((await found(mock, swapped)).mistakes).toHaveLength(2)
  })

  test('a name among the designations', async () => {
    const mock = await reticentMock()
    const right = ids(mock, DESIGNATIONS)
    const { mistakes, target } = await found(mock, { [DESIGNATIONS]: [...right, 'general'].join() })
    expect(mistakes).toEqual([
      `${DESIGNATIONS}: general is no UUID, and is refused for the campaign of the donations`,
    ])
    expect(target.designationIds).toEqual(right)
  })

  test('a donation of an own organization as the foreign one, where the record shows whose it is', async () => {
    const mock = await mockWith({})
    const [own = '', ...others] = ids(mock, PLEDGED)
    const { mistakes, target } = await found(mock, { [PLEDGED]: others.join(), [FOREIGN]: own })
    expect(mistakes).toEqual([`${FOREIGN}: ${own} belongs to an organization of the user`])
    expect(target.foreignDonationId).toBeUndefined()
  })

  test('the foreign donation swapped with one of the user’s, where no record shows whose it is', async () => {
    const mock = await reticentMock()
    const [own = '', ...others] = ids(mock, OTHERS)
    const foreign = mock.environment[FOREIGN] ?? ''
    const { mistakes, target } = await found(mock, {
      [OTHERS]: [foreign, ...others].join(),
      [FOREIGN]: own,
    })
    expect(mistakes).toEqual([
      `${OTHERS}: ${foreign} is refused as a donation of another organization (403)`,
      `${FOREIGN}: ${own} can be updated, where ${foreign} is refused: they are probably swapped`,
    ])
    expect(target.foreignDonationId).toBeUndefined()
  })
})
