import { describe, expect, it } from 'vitest'
import { aclDraft } from './AclForm'
import { deleteDraft } from './DeleteForm'
import { erasureCodingDraft } from './ErasureCodingForm'
import { moveDraft } from './MoveForm'
import { ownerDraft } from './OwnerForm'
import { permissionDraft } from './PermissionForm'
import { quotaDraft } from './QuotaForm'
import { replicationDraft } from './ReplicationForm'
import { INHERITED, storagePolicyDraft } from './StoragePolicyForm'
import { xattrDraft } from './XattrForm'

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

  it('ACL', () => {
    for (const entries of ['', 'ana:rwx', 'user:ana', 'user:ana:rwx,'])
      expect(aclDraft('/a', { change: 'modify', entries })).toMatchObject({ at: 'incomplete' })
    expect(aclDraft('/a', { change: 'remove', entries: 'user:ana:rwx' })).toMatchObject({
      at: 'incomplete',
    })
    expect(
      aclDraft('/a', { change: 'modify', entries: 'user:ana:r-x, default:other::---' }),
    ).toEqual({
      at: 'ready',
      request: {
        kind: 'set_acl',
        path: '/a',
        parameters: { acl_change: 'modify', acl: 'user:ana:r-x,default:other::---' },
      },
    })
    expect(aclDraft('/a', { change: 'remove_all', entries: 'left over' })).toMatchObject({
      request: { parameters: { acl_change: 'remove_all' } },
    })
  })

  it('extended attribute', () => {
    const to = { at: 'value', value: '' } as const
    for (const name of ['', 'user.', 'system.team', 'team'])
      expect(xattrDraft('/a', { name, to })).toMatchObject({ at: 'incomplete' })
    expect(xattrDraft('/a', { name: 'user.team', to })).toMatchObject({
      request: { kind: 'set_xattr', parameters: { xattr: 'user.team', xattr_value: '' } },
    })
    expect(xattrDraft('/a', { name: 'trusted.team', to: { at: 'gone' } })).toMatchObject({
      request: { parameters: { xattr: 'trusted.team', xattr_value: null } },
    })
  })

  it('move', () => {
    for (const to of ['', 'archive/', '/archive/{size}', '/archive/{name'])
      expect(moveDraft('/a', to)).toMatchObject({ at: 'incomplete' })
    expect(moveDraft('/a', '/archive/{year}-{month}/{name}')).toMatchObject({
      request: { kind: 'move', parameters: { to: '/archive/{year}-{month}/{name}' } },
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
