import { describe, expect, it } from 'vitest'
import { deleteDraft } from './DeleteForm'
import { erasureCodingDraft } from './ErasureCodingForm'
import { ownerDraft } from './OwnerForm'
import { permissionDraft } from './PermissionForm'
import { quotaDraft } from './QuotaForm'
import { replicationDraft } from './ReplicationForm'
import { INHERITED, storagePolicyDraft } from './StoragePolicyForm'

describe('a draft becomes a request only when it is complete', () => {
  it('owner', () => {
    expect(ownerDraft('/a', '', '')).toMatchObject({ at: 'incomplete' })
    expect(ownerDraft('/a', 'no spaces', '')).toMatchObject({ at: 'incomplete' })
    expect(ownerDraft('/a', 'etl', '')).toEqual({
      at: 'ready',
      request: { kind: 'set_owner', path: '/a', parameters: { owner: 'etl' } },
    })
  })

  it('permission', () => {
    expect(permissionDraft('/a', '', '')).toMatchObject({ at: 'incomplete' })
    expect(permissionDraft('/a', '789', '')).toMatchObject({ at: 'incomplete' })
    expect(permissionDraft('/a', '4755', '')).toMatchObject({ at: 'incomplete' })
    expect(permissionDraft('/a', '1777', '0644')).toEqual({
      at: 'ready',
      request: {
        kind: 'set_permission',
        path: '/a',
        parameters: { directory_mode: '1777', file_mode: '0644' },
      },
    })
  })

  it('replication', () => {
    for (const none of ['', 0, 513])
      expect(replicationDraft('/a', none)).toMatchObject({ at: 'incomplete' })
    expect(replicationDraft('/a', 2)).toEqual({
      at: 'ready',
      request: { kind: 'set_replication', path: '/a', parameters: { replication: 2 } },
    })
  })

  it('storage policy', () => {
    for (const none of [null, 'LUKEWARM'])
      expect(storagePolicyDraft('/a', none)).toMatchObject({ at: 'incomplete' })
    expect(storagePolicyDraft('/a', 'COLD')).toMatchObject({
      request: { kind: 'set_storage_policy', parameters: { storage_policy: 'COLD' } },
    })
    expect(storagePolicyDraft('/a', INHERITED)).toMatchObject({
      request: { parameters: { storage_policy: null } },
    })
  })

  it('erasure coding', () => {
    for (const name of ['', 'RS 6 3'])
      expect(erasureCodingDraft('/a', { at: 'named', name })).toMatchObject({ at: 'incomplete' })
    expect(erasureCodingDraft('/a', { at: 'named', name: 'RS-6-3-1024k ' })).toMatchObject({
      request: { kind: 'set_erasure_coding', parameters: { erasure_coding: 'RS-6-3-1024k' } },
    })
    expect(erasureCodingDraft('/a', { at: 'inherited' })).toMatchObject({
      request: { parameters: { erasure_coding: null } },
    })
  })

  it('quota', () => {
    const keep = { at: 'keep' } as const
    expect(quotaDraft('/a', keep, keep)).toMatchObject({ at: 'incomplete' })
    expect(quotaDraft('/a', { at: 'set', typed: '0' }, keep)).toMatchObject({ at: 'incomplete' })
    expect(quotaDraft('/a', keep, { at: 'set', typed: '' })).toMatchObject({ at: 'incomplete' })
    expect(quotaDraft('/a', { at: 'set', typed: '1,000' }, { at: 'clear' })).toEqual({
      at: 'ready',
      request: {
        kind: 'set_quota',
        path: '/a',
        parameters: { namespace_quota: 1_000, space_quota_bytes: null },
      },
    })
    expect(quotaDraft('/a', keep, keep, { SSD: keep })).toMatchObject({ at: 'incomplete' })
    expect(quotaDraft('/a', keep, keep, { SSD: { at: 'set', typed: '0' } })).toEqual({
      at: 'incomplete',
      why: 'Enter how much space on SSD is allowed',
    })
    expect(
      quotaDraft('/a', keep, keep, { DISK: { at: 'clear' }, SSD: { at: 'set', typed: '1 KiB' } }),
    ).toMatchObject({
      request: { parameters: { ssd_quota_bytes: 1_024, disk_quota_bytes: null } },
    })
  })

  it('delete goes to the trash unless told otherwise', () => {
    expect(deleteDraft('/a', 'trash')).toMatchObject({
      request: { parameters: { skip_trash: false } },
    })
    expect(deleteDraft('/a', 'destroy')).toMatchObject({
      request: { parameters: { skip_trash: true } },
    })
  })
})
