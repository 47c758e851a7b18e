import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { reasons } from './de/reasons'
import { speak } from './language'
import { servedReason } from './reason'
import listed from './reasons.json'

describe('the reasons of checks', () => {
  beforeEach(() => speak('de'))
  // What runs after these expects the console's own language.
  afterAll(() => speak('en'))

  it('are all in the German catalogue, and no others', () => {
    expect(Object.keys(reasons).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(reasons))('%s', (english, german) => {
    const filled = (text: string) => text.replace(/\{(\d)\}/g, (_, hole) => `nn${hole}`)
    expect(servedReason(filled(english))).toBe(filled(german))
  })

  it('have their numbers in the form of the language', () => {
    expect(servedReason('12,345 replicas.')).toBe('12.345 Replikate.')
    expect(servedReason('At least 1 block has no good replica that can be reached.')).toBe(
      'Mindestens 1 Block hat kein gutes Replikat, das erreichbar ist.',
    )
    expect(servedReason('3.5 calls ran at once in the last minute at the busiest.')).toBe(
      'Beim meistbeschäftigten liefen in der letzten Minute 3,5 Aufrufe zugleich.',
    )
    expect(servedReason('The fullest storage is 85% full.')).toBe(
      'Der vollste Speicher ist zu 85 % voll.',
    )
  })

  it('have their parts in the language, too', () => {
    expect(servedReason('Search is less than 30 s behind.')).toBe(
      'Suche: Der Rückstand ist kleiner als 30 s.',
    )
    expect(servedReason('The index is being built: 42 %, about 3 min left.')).toBe(
      'Der Index wird aufgebaut: 42 %, noch etwa 3 min.',
    )
    expect(
      servedReason(
        'Directories are being counted, past 1,000 of about 20,000 inodes: until then counts of trees walk.',
      ),
    ).toBe(
      'Verzeichnisse werden gezählt, 1.000 von etwa 20.000 Inodes sind gezählt: Bis dahin gehen Zählungen durch die ganzen Bäume.',
    )
    expect(servedReason('At the pace of the last weeks the disks are full within two weeks.')).toBe(
      'Beim Tempo der letzten Wochen sind die Platten in zwei Wochen voll.',
    )
    expect(servedReason('The metadata store does not answer.')).not.toBe('')
  })

  it('leave names as they are', () => {
    expect(servedReason('2 datanodes are dead: dn-1.example.org, 10.0.0.7.')).toBe(
      '2 Datanodes sind tot: dn-1.example.org, 10.0.0.7.',
    )
  })

  it('are English where the console is', async () => {
    await speak('en')
    expect(servedReason('12,345 replicas.')).toBe('12,345 replicas.')
  })
})
