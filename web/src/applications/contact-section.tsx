import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Anchor, Select, Switch } from '@mantine/core'
import { IconBan, IconExternalLink, IconPhone } from '@tabler/icons-react'
import { callingHours } from '../calls/calling-hours.ts'
import { usePermission } from '../session/session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatTimesOfDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { useListOnDemand } from '../ui/list-on-demand.ts'
import { formatPhone } from '../ui/phone.ts'
import { Section } from '../ui/section.tsx'
import { consentLabels } from './activity-words.ts'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { consentFact, doNotCallFact, personFact, phoneFact } from './fact-kinds.ts'
import { FactNotice } from './fact-notice.tsx'
import facts from './facts.module.css'
import { Fact, Facts } from './facts.tsx'
import { TextFact } from './text-fact.tsx'
import { useFact } from './use-fact.ts'

interface ContactProps {
  application: ApplicationDetails
}

/** `javascript:` and the like are shown, but never followed. */
function ProfileLink({ url }: { url: string }) {
  const address = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  if (!/^https?:\/\//i.test(url)) return <span>{address}</span>
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes.contact}>
      {address}
      <IconExternalLink size={14} stroke={1.6} aria-hidden />
    </Anchor>
  )
}

/** The number, with a button that calls it, or says why not. */
function PhoneFact({ application }: ContactProps) {
  const { candidate, whyNot } = application
  const { phone, phoneExtension, doNotCall, can } = candidate
  const href = `tel:${phone}${phoneExtension ? `;ext=${phoneExtension}` : ''}`
  const reason = doNotCall ? (whyNot.call ?? t`This person asked not to be called`) : undefined
  return (
    <TextFact
      application={application}
      kind={phoneFact()}
      canEdit={can.edit}
      type="tel"
      maxLength={60}
      actions={
        phone && (
          <>
            <CopyButton className={facts.pencil} value={phone} label={t`Copy the number`} />
            {reason ? (
              <ActionIcon size="sm" aria-label={t`Call`} title={reason} data-disabled aria-disabled="true">
                <IconPhone size={14} stroke={1.6} />
              </ActionIcon>
            ) : (
              <ActionIcon component="a" href={href} size="sm" aria-label={t`Call`} title={t`Call`}>
                <IconPhone size={14} stroke={1.6} />
              </ActionIcon>
            )}
          </>
        )
      }
    >
      {(value) => (reason ? formatPhone(value) : <Anchor href={href}>{formatPhone(value)}</Anchor>)}
    </TextFact>
  )
}

/** What their clocks say, with a warning where that is no time to call. */
function TheirTime({ application }: ContactProps) {
  const { callable } = application
  if (!callable.may || !callable.localTime) return null
  const localTime = formatTimesOfDay(callable.localTime)
  const { opens, closes } = callingHours()
  return (
    <Fact label={t`Their time`}>
      {callable.quiet ? (
        <span className={classes.quiet}>
          <Trans>
            {localTime}: call between {opens} and {closes}
          </Trans>
        </span>
      ) : (
        localTime
      )}
    </Fact>
  )
}

function EmailFact({ application }: ContactProps) {
  const { email, can } = application.candidate
  return (
    <TextFact
      application={application}
      kind={personFact('email')}
      canEdit={can.edit}
      type="email"
      maxLength={254}
      actions={
        email && <CopyButton className={facts.pencil} value={email} label={t`Copy the e-mail address`} />
      }
    >
      {(value) => <Anchor href={`mailto:${value}`}>{value}</Anchor>}
    </TextFact>
  )
}

function ConsentField({ application }: ContactProps) {
  const fact = useFact(application, consentFact())
  const list = useListOnDemand()
  const keys = Object.keys(consentLabels) as (keyof typeof consentLabels)[]
  const show = (value: keyof typeof consentLabels) => t(consentLabels[value])
  if (!application.candidate.can.edit) return show(fact.value)
  return (
    <div className={facts.stack}>
      <Select
        {...list}
        aria-label={fact.label}
        classNames={{ root: facts.field, input: facts.input }}
        allowDeselect={false}
        data={keys.map((value) => ({ value, label: show(value) }))}
        value={fact.value}
        onChange={(value) => value && fact.save(value as keyof typeof consentLabels)}
      />
      <FactNotice fact={fact} show={show} />
    </div>
  )
}

function DoNotCallField({ application }: ContactProps) {
  const fact = useFact(application, doNotCallFact())
  const show = (value: boolean) => (value ? t`Must not be called` : t`May be called`)
  if (!application.candidate.can.edit) return show(fact.value)
  return (
    <div className={facts.stack}>
      <Switch
        size="xs"
        className={facts.switch}
        aria-label={fact.label}
        label={show(fact.value)}
        checked={fact.value}
        onChange={(event) => fact.save(event.currentTarget.checked)}
      />
      <FactNotice fact={fact} show={show} />
    </div>
  )
}

/** Who the person is and how to reach them; everything in reach can be changed where it stands. */
export function ContactSection({ application }: ContactProps) {
  const { candidate } = application
  const { can } = candidate
  const maySeeContacts = usePermission('contacts:read')
  const mayReadCandidates = usePermission('candidates:read')
  const hidden = (
    <span className={classes.caption}>
      <Trans>not shown to you</Trans>
    </span>
  )
  const plain = (['location', 'currentTitle', 'currentCompany'] as const).map((field) => personFact(field))
  const profile = personFact('profileUrl')
  const notes = personFact('notes')
  const shows = (value: unknown) => can.edit || Boolean(value)
  return (
    <Section
      title={t`Contact`}
      action={
        mayReadCandidates && (
          <TextLink to="/candidates/$id" params={{ id: candidate.id }} size="xs" className={classes.noPrint}>
            <Trans>Open candidate</Trans>
          </TextLink>
        )
      }
    >
      {candidate.doNotCall && (
        <p className={classes.doNotCall}>
          <IconBan size={16} stroke={1.6} aria-hidden />
          <Trans>Asked not to be called</Trans>
        </p>
      )}
      <Facts>
        <Fact label={t`Phone`}>{maySeeContacts ? <PhoneFact application={application} /> : hidden}</Fact>
        <TheirTime application={application} />
        <Fact label={t`E-mail`}>{maySeeContacts ? <EmailFact application={application} /> : hidden}</Fact>
        {plain
          .filter((kind) => shows(kind.read(application)))
          .map((kind) => (
            <Fact key={kind.field} label={kind.label}>
              <TextFact application={application} kind={kind} canEdit={can.edit} maxLength={200} />
            </Fact>
          ))}
        {shows(candidate.profileUrl) && (
          <Fact label={profile.label}>
            <TextFact application={application} kind={profile} canEdit={can.edit} type="url" maxLength={500}>
              {(url) => <ProfileLink url={url} />}
            </TextFact>
          </Fact>
        )}
        <Fact label={t`Calls`}>
          <DoNotCallField application={application} />
        </Fact>
        <Fact label={t`Consent`}>
          <ConsentField application={application} />
        </Fact>
        {shows(candidate.notes) && (
          <Fact label={notes.label}>
            <TextFact application={application} kind={notes} canEdit={can.edit} multiline maxLength={5000} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}
