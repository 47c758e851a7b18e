import { render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatBytes, parseBytes } from '~/format/bytes'
import { formatCount, formatShare, plural } from '~/format/count'
import { formatAge, formatDateTime } from '~/format/time'
import { renderConsole } from '~/test/render'
import { preferredLanguage, speak } from './language'
import { Trans } from './Trans'

afterEach(() => speak('en'))

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'de'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr'], 'en'],
  ])('of a browser with %j is %s', (languages, expected) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    expect(preferredLanguage()).toBe(expected)
  })

  it('is changed by the user, and remembered', async () => {
    const { user } = renderConsole('/account')
    await user.click(await screen.findByRole('radio', { name: 'Deutsch' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Konto' })).toBeVisible()
    const pages = screen.getByRole('navigation', { name: 'Hauptnavigation' })
    expect(within(pages).getByRole('link', { name: 'Übersicht' })).toBeVisible()
    expect(document.documentElement.lang).toBe('de')
    expect(preferredLanguage()).toBe('de')
    await user.click(screen.getByRole('radio', { name: 'English' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })
})

describe('German', () => {
  it('has its own numbers and dates, and the console’s units and zone', async () => {
    await speak('de')
    expect(formatCount(1234567)).toBe('1.234.567')
    expect(formatBytes(3_650_722_201)).toBe('3,4 GiB')
    expect(parseBytes('1,5 TiB')).toBe(1.5 * 1024 ** 4)
    expect(formatShare(1, 3000)).toBe('< 0,1 %')
    expect(formatDateTime('2026-11-21T08:00:00Z')).toBe('21.11.2026 08:00:00')
    expect(formatAge('2026-11-21T08:00:00Z', Date.parse('2026-11-23T09:00:00Z'))).toBe('vor 2 d')
    expect(plural(1, 'entry')).toBe('1 Eintrag')
    expect(plural(1200, 'entry')).toBe('1.200 Einträge')
  })
})

describe('a message with elements', () => {
  it('reads no value as one of its parts', () => {
    render(
      <p>
        <Trans
          message="{name} holds <b>{what}</b>."
          values={{ name: '<b>x</b>', what: <i>all</i> }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </p>,
    )
    expect(screen.getByText(/holds/).innerHTML).toBe(
      '&lt;b&gt;x&lt;/b&gt; holds <b><i>all</i></b>.',
    )
  })
})
