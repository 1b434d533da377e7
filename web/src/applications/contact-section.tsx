import { Anchor } from '@mantine/core'
import { IconBan, IconExternalLink, IconPhone } from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { When } from '../ui/age.tsx'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { CallbackField, OwnerField, SourceField, TagsField } from './fact-fields.tsx'
import { Fact, Facts, nothing } from './facts.tsx'

type Candidate = ApplicationDetails['candidate']

function Phone({ candidate }: { candidate: Candidate }) {
  const { phone, phoneExtension, doNotCall } = candidate
  if (!phone) return nothing
  const shown = phoneExtension ? `${phone} ext. ${phoneExtension}` : phone
  if (doNotCall) return <span>{shown}</span>
  const href = `tel:${phone}${phoneExtension ? `;ext=${phoneExtension}` : ''}`
  return (
    <Anchor href={href} className={classes.contact}>
      {shown}
      <IconPhone size={14} stroke={1.6} aria-hidden />
    </Anchor>
  )
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

/** How to reach the person, and the facts of the application; those in reach can be changed where they stand. */
export function ContactSection({ application }: { application: ApplicationDetails }) {
  const { candidate } = application
  const maySeeContacts = usePermission('contacts:read')
  const mayReadCandidates = usePermission('candidates:read')
  const hidden = <span className={classes.caption}>not shown to you</span>
  return (
    <Section
      title="Contact"
      action={
        mayReadCandidates && (
          <TextLink to="/candidates/$id" params={{ id: candidate.id }} size="xs">
            {candidate.can.edit ? 'Edit person' : 'Person'}
          </TextLink>
        )
      }
    >
      {candidate.doNotCall && (
        <p className={classes.doNotCall}>
          <IconBan size={16} stroke={1.8} aria-hidden />
          Asked not to be called
        </p>
      )}
      <Facts>
        <Fact label="Phone">{maySeeContacts ? <Phone candidate={candidate} /> : hidden}</Fact>
        <Fact label="E-mail">
          {maySeeContacts
            ? candidate.email && <Anchor href={`mailto:${candidate.email}`}>{candidate.email}</Anchor>
            : hidden}
        </Fact>
        {candidate.location && <Fact label="Location">{candidate.location}</Fact>}
        {(candidate.currentTitle || candidate.currentCompany) && (
          <Fact label="Works as">
            {[candidate.currentTitle, candidate.currentCompany].filter(Boolean).join(' at ')}
          </Fact>
        )}
        {candidate.profileUrl && (
          <Fact label="Profile">
            <ProfileLink url={candidate.profileUrl} />
          </Fact>
        )}
        <Fact label="Owner">
          <OwnerField application={application} />
        </Fact>
        <Fact label="Callback">
          <CallbackField application={application} />
        </Fact>
        <Fact label="Source">
          <SourceField application={application} />
        </Fact>
        <Fact label="Tags">
          <TagsField application={application} />
        </Fact>
        <Fact label="Applied">
          <When at={application.appliedAt} />
        </Fact>
      </Facts>
    </Section>
  )
}
