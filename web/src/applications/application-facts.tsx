import { t } from '@lingui/core/macro'
import { useIsStaff } from '../session/use-is-staff.ts'
import { When } from '../ui/age.tsx'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { Section } from '../ui/section.tsx'
import type { ApplicationDetails } from './application-query.ts'
import { CallbackField, OwnerField, SourceField, TagsField } from './fact-fields.tsx'
import { applicationFacts } from './fact-kinds.ts'
import { Fact, Facts } from './facts.tsx'
import { TextFact } from './text-fact.tsx'

/** The facts of the application; those in reach can be changed where they stand. */
export function ApplicationFacts({ application }: { application: ApplicationDetails }) {
  const { can, externalId } = application
  const isStaff = useIsStaff()
  const applied = applicationFacts.appliedAt()
  const external = applicationFacts.externalId()
  return (
    <Section title={t`Application`}>
      <Facts>
        <Fact label={t`Owner`}>
          <OwnerField application={application} />
        </Fact>
        {isStaff && (
          <>
            <Fact label={t`Callback`}>
              <CallbackField application={application} />
            </Fact>
            <Fact label={t`Source`}>
              <SourceField application={application} />
            </Fact>
            <Fact label={t`Tags`}>
              <TagsField application={application} />
            </Fact>
          </>
        )}
        <Fact label={applied.label}>
          <TextFact
            application={application}
            kind={applied}
            canEdit={can.edit}
            type="datetime-local"
            maxLength={30}
            required
            toText={toLocalTime}
            fromText={fromLocalTime}
          >
            {(at) => <When at={at} />}
          </TextFact>
        </Fact>
        {(can.edit || externalId) && (
          <Fact label={external.label}>
            <TextFact application={application} kind={external} canEdit={can.edit} maxLength={200} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}
