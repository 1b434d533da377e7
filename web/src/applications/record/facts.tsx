import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { applicationLengths, candidateLengths } from '@muster/contract/text-lengths.ts'
import { IconBan } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { joinGroups } from '../../custom-fields/custom-fact.tsx'
import { usePermission } from '../../session/session.ts'
import { useIsStaff } from '../../session/use-is-staff.ts'
import { When } from '../../ui/age.tsx'
import { fromLocalTime, toLocalTime } from '../../ui/local-time.ts'
import { PersonTagsField, SourceField, TagsField } from '../fields/editable-fields.tsx'
import { RecordText } from '../fields/editable-text.tsx'
import classes from '../fields/fact-list.module.css'
import { type Fact, type FactGroup, FactList } from '../fields/fact-list.tsx'
import { applicationFields, candidateTextField } from '../fields/field-definitions.ts'
import type { Subject } from '../fields/subject.ts'
import { ConsentField, DoNotCallField, EmailField, PhoneField, ProfileLink } from './contact-fields.tsx'
import { useCustomFacts } from './custom-facts.tsx'

/** The facts about the person. Contact data of those who may not see them are named but hidden. */
function usePersonFacts(subject: Subject): Fact[] {
  const { candidate } = subject
  const canEdit = candidate.can.edit
  const maySeeContacts = usePermission('contacts:read')
  const isStaff = useIsStaff()
  const hidden = (
    <span className={classes.caption}>
      <Trans>hidden</Trans>
    </span>
  )
  const text = (
    field: Parameters<typeof candidateTextField>[0] & keyof typeof candidateLengths,
    more: Partial<Parameters<typeof RecordText>[0]> = {},
  ): Fact => {
    const kind = candidateTextField(field)
    return {
      key: field,
      label: kind.label,
      isEmpty: !candidate[field],
      canEdit,
      render: (startsEditing) => (
        <RecordText
          {...{ subject, kind, canEdit, startsEditing }}
          maxLength={candidateLengths[field]}
          {...more}
        />
      ),
    }
  }
  const contact = (key: 'phone' | 'email', label: string, render: Fact['render']): Fact =>
    maySeeContacts
      ? { key, label, isEmpty: !candidate[key], canEdit, render }
      : { key, label, isEmpty: !isStaff, canEdit: false, render: () => hidden }
  return [
    contact('phone', t`Phone`, (added) => <PhoneField subject={subject} startsEditing={added} />),
    contact('email', t`Email`, (added) => <EmailField subject={subject} startsEditing={added} />),
    { ...text('name', { required: true }), isEmpty: true, isHidden: true },
    text('location'),
    text('currentTitle'),
    text('currentCompany'),
    text('profileUrl', { type: 'url', children: (url: string) => <ProfileLink url={url} /> }),
    {
      key: 'consent',
      label: t`Consent`,
      isEmpty: !isStaff || candidate.consent === 'unknown',
      canEdit: isStaff && canEdit,
      render: (added) => <ConsentField subject={subject} autoFocus={added} />,
    },
    {
      key: 'personTags',
      label: t`Candidate tags`,
      isEmpty: candidate.tags.length === 0,
      canEdit,
      render: (added) => <PersonTagsField subject={subject} autoFocus={added} />,
    },
    text('notes', { multiline: true }),
    {
      key: 'doNotCall',
      label: t`Calls`,
      isEmpty: !isStaff || (!canEdit && !candidate.doNotCall),
      canEdit: false,
      isMinor: true,
      render: () => <DoNotCallField subject={subject} />,
    },
  ]
}

/** The facts about the application shown. Its owner and its callback are in the line of the next step. */
function useApplicationFacts(subject: Subject): Fact[] {
  const { application } = subject
  const isStaff = useIsStaff()
  if (!application) return []
  const canEdit = application.can.edit
  const applied = applicationFields.appliedAt()
  const external = applicationFields.externalId()
  const forStaff: Fact[] = [
    {
      key: 'source',
      label: t`Source`,
      isEmpty: !application.source,
      canEdit,
      render: (added) => <SourceField subject={subject} autoFocus={added} />,
    },
    {
      key: 'tags',
      label: t`Tags`,
      isEmpty: application.tags.length === 0,
      canEdit,
      render: (added) => <TagsField subject={subject} autoFocus={added} />,
    },
  ]
  return [
    ...(isStaff ? forStaff : []),
    {
      key: 'appliedAt',
      label: applied.label,
      isEmpty: !application.appliedAt,
      canEdit,
      render: (startsEditing) => (
        <RecordText
          {...{ subject, canEdit, startsEditing }}
          kind={applied}
          type="datetime-local"
          maxLength={30}
          required
          toText={toLocalTime}
          fromText={fromLocalTime}
        >
          {(at) => <When at={at} />}
        </RecordText>
      ),
    },
    {
      key: 'externalId',
      label: external.label,
      isEmpty: !application.externalId,
      canEdit,
      render: (startsEditing) => (
        <RecordText
          {...{ subject, canEdit, startsEditing }}
          kind={external}
          maxLength={applicationLengths.externalId}
        />
      ),
    },
  ]
}

interface FactsProps {
  subject: Subject
  /** The key of a fact that was opened from elsewhere, such as the name. */
  added: string | null
  onAdd: (key: string) => void
  children?: ReactNode
}

/** The facts about the person and their application. */
export function Facts({ subject, added, onAdd, children }: FactsProps) {
  const groups: FactGroup[] = joinGroups([
    { title: t`Contact`, facts: usePersonFacts(subject) },
    ...useCustomFacts(subject, 'candidate', t`Contact`),
    { title: t`Application`, facts: useApplicationFacts(subject) },
    ...useCustomFacts(subject, 'application', t`Application`),
  ])
  return (
    <FactList
      groups={groups}
      added={added}
      onAdd={onAdd}
      notice={
        subject.candidate.doNotCall && (
          <p className={classes.doNotCall}>
            <IconBan size={16} stroke={1.6} aria-hidden />
            <Trans>Asked not to be called</Trans>
          </p>
        )
      }
    >
      {children}
    </FactList>
  )
}
