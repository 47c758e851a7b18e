import { Group, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { AclInput } from '~/features/jobs/forms/AclForm'
import { CodingInput } from '~/features/jobs/forms/ErasureCodingForm'
import { PlaceInput } from '~/features/jobs/forms/MoveForm'
import { PolicySelect } from '~/features/jobs/forms/StoragePolicyForm'
import { XattrInput } from '~/features/jobs/forms/XattrForm'
import { t } from '~/i18n/t'
import type { RuleForm } from './rule-form'

/** What a rule sets, of its kind. */
export function RuleParameters({ form }: { form: UseFormReturnType<RuleForm> }) {
  switch (form.values.kind) {
    case 'set_owner':
      return (
        <Group grow align="flex-start">
          <TextInput label={t('Owner')} autoComplete="off" {...form.getInputProps('owner')} />
          <TextInput label={t('Group')} autoComplete="off" {...form.getInputProps('group')} />
        </Group>
      )
    case 'set_permission':
      return (
        <Group grow align="flex-start">
          <TextInput
            label={t('Directories')}
            placeholder="0755"
            {...form.getInputProps('directoryMode')}
          />
          <TextInput label={t('Files')} placeholder="0644" {...form.getInputProps('fileMode')} />
        </Group>
      )
    case 'set_replication':
      return (
        <NumberInput
          label={t('Copies of each block')}
          placeholder="3"
          min={1}
          allowDecimal={false}
          {...form.getInputProps('replication')}
        />
      )
    case 'set_storage_policy':
      return (
        <PolicySelect
          value={form.values.storagePolicy}
          error={form.errors.storagePolicy}
          onChange={(policy) => form.setFieldValue('storagePolicy', policy)}
        />
      )
    case 'set_erasure_coding':
      return (
        <CodingInput
          choice={form.values.coding}
          error={form.errors.coding}
          onChange={(coding) => form.setFieldValue('coding', coding)}
        />
      )
    case 'set_acl':
      return (
        <AclInput
          wish={form.values.acl}
          error={form.errors.acl}
          onChange={(acl) => form.setFieldValue('acl', acl)}
        />
      )
    case 'set_xattr':
      return (
        <XattrInput
          wish={form.values.xattr}
          error={form.errors.xattr}
          onChange={(xattr) => form.setFieldValue('xattr', xattr)}
        />
      )
    case 'move':
      return (
        <PlaceInput
          to={form.values.to}
          error={form.errors.to}
          onChange={(to) => form.setFieldValue('to', to)}
        />
      )
    case 'delete':
      return null
  }
}
