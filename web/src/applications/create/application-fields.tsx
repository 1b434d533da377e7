import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Autocomplete, Select, TagsInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { applicationLengths } from '@muster/contract/text-lengths.ts'
import { useQuery } from '@tanstack/react-query'
import { FormFields } from '../../custom-fields/form-fields.tsx'
import { usePermission } from '../../session/session.ts'
import { facetsQuery, staffQuery } from '../queries.ts'
import type { ApplicationDraft } from './application-draft.ts'
import classes from './create-application-page.module.css'

/** The fields of the application itself: source, owner, tags and a first comment. */
export function ApplicationFields({ form }: { form: UseFormReturnType<ApplicationDraft> }) {
  const mayReadUsers = usePermission('users:read')
  const colleagues = useQuery({ ...staffQuery, enabled: mayReadUsers })
  const facets = useQuery(facetsQuery)
  const { tags } = form.values
  return (
    <fieldset className={classes.part}>
      <legend>
        <Trans>Application</Trans>
      </legend>
      <div className={classes.pair}>
        <Autocomplete
          label={t`Source`}
          placeholder={t`For example, LinkedIn`}
          maxLength={applicationLengths.source}
          data={facets.data?.sources ?? []}
          {...form.getInputProps('source')}
        />
        {mayReadUsers && (
          <Select
            label={t`Owner`}
            placeholder={t`Unassigned`}
            searchable
            clearable
            nothingFoundMessage={t`No matching users`}
            data={(colleagues.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('ownerId')}
          />
        )}
      </div>
      <TagsInput
        label={t`Tags`}
        placeholder={tags.length === 0 ? t`Type a tag and press Enter` : undefined}
        maxTags={50}
        data={facets.data?.tags ?? []}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label={t`Comment`}
        placeholder={t`Optional internal note`}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={applicationLengths.comment}
        {...form.getInputProps('comment')}
      />
      <FormFields
        subject="application"
        drafts={form.values.customFields}
        errors={form.errors}
        onChange={(drafts) => form.setFieldValue('customFields', drafts)}
      />
    </fieldset>
  )
}
