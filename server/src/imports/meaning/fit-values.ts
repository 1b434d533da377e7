import type { ImportField } from '@muster/contract/import-fields.ts'
import type { ValueProfile } from './describe-values.ts'

const agrees = 1.03
const contradicts = 0.3

/** How well values agree with a field: 1 when they do or when there are none, far less when they contradict it. */
export function fitValues(field: ImportField, values: ValueProfile): number {
  if (values.filled === 0) return 0.95
  const unless = (holds: boolean) => (holds ? 1 : contradicts)
  const isData = values.date >= 0.5 || values.email >= 0.5 || values.phone >= 0.5 || values.url >= 0.5
  const isAnswer = values.filled > 1 && values.yesOrNo >= 0.8
  // The same address again and again is not the applicants'.
  const isRepeated = values.filled >= 3 && values.unique <= 0.5
  switch (field) {
    case 'email':
      if (isRepeated) return 0.9
      return values.email >= 0.5 ? agrees : unless(values.email > 0)
    case 'phone':
      if (isRepeated && values.phone > 0) return 0.9
      return values.phone >= 0.5 ? agrees : unless(values.phone > 0)
    case 'profileUrl':
      return values.profileUrl >= 0.5 ? agrees : unless(values.url > 0)
    case 'appliedAt':
    case 'statusAt':
    case 'hiredAt':
    case 'closedAt':
      return unless(values.date + values.serialDate >= 0.5)
    case 'nameSuffix':
      return unless(!isData && !isAnswer && values.longText === 0)
    case 'firstName':
    case 'middleName':
    case 'secondLastName':
    case 'lastName':
    case 'fullName':
      return values.honorific > 0.5
        ? contradicts
        : unless(!isData && !isAnswer && values.number < 0.5 && values.longText < 0.5)
    case 'externalId':
      if (values.date >= 0.5 || values.longText >= 0.5 || isAnswer) return contradicts
      return values.unique === 1 ? 1 : 0.7
    case 'postalCode':
      return unless(values.digits >= 0.5 && values.date < 0.5 && values.email < 0.5)
    case 'country':
      return values.country >= 0.5 ? agrees : unless(values.digits < 0.5 && values.email === 0 && !isAnswer)
    case 'city':
    case 'region':
    case 'currentCompany':
    case 'clientCompany':
      return unless(!isData && !isAnswer)
    case 'currentTitle':
    case 'position':
      return values.honorific > 0.5 ? contradicts : unless(!isData && !isAnswer && values.longText < 0.5)
    case 'location':
    case 'street':
      return unless(values.date < 0.5 && values.email < 0.5 && !isAnswer)
    case 'source':
      return unless(values.date < 0.5 && values.email < 0.5 && values.phone < 0.5 && !isAnswer)
    case 'status':
      return unless(!isData && !isAnswer)
    case 'owner':
      return unless(values.date < 0.5 && values.phone < 0.5 && values.url < 0.5 && !isAnswer)
    case 'notes':
    case 'tags':
      return unless(values.date < 0.8 && values.email < 0.8 && !isAnswer)
    case 'doNotCall':
    case 'consent':
      return unless(values.answer >= 0.5)
    default:
      return 1
  }
}
