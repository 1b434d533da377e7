/** A kind of work, with phrases about it. */
export interface Trade {
  title: string
  tags: readonly string[]
  shifts: readonly string[]
  /** Requirements for the job. */
  requirements: readonly string[]
  pay: string
  formerTitles: readonly string[]
  employers: readonly string[]
  /** What a résumé lists below a job. */
  duties: readonly string[]
}

const logistics = {
  employers: ['Union Parcel Hub', 'Delway Distribution', 'Gateway Fulfillment', 'Prairie Cold Storage'],
  duties: [
    'Picked and packed up to 120 orders a shift',
    'Scanned inbound freight and reported damage',
    'Trained new colleagues on the dock',
    'No missed shifts in the last year',
    'Covered for the shift lead when needed',
  ],
} as const

const road = {
  employers: ['Crossland Carriers', 'Plains Freight', 'Mesa Distribution', 'Metro Shuttle'],
  duties: [
    'No preventable accidents, clean inspections',
    'Kept electronic logs and checked the vehicle before each trip',
    'On time for 98% of stops',
    'Trained new drivers on the routes',
    'Handled receipts and customer signatures',
  ],
} as const

const health = {
  employers: ['Maple Court Residence', 'Lakeview Home Care', 'St. Brendan Hospital', 'Harbor Senior Living'],
  duties: [
    'Cared for up to 12 residents a shift',
    'Charted vitals and reported changes to the team',
    'Helped with transfers, meals and medication',
    'Trained new colleagues on the unit',
    'No missed shifts in the last year',
  ],
} as const

const desk = {
  employers: ['Delway Stores', 'Union Savings Bank', 'Clearline Support', 'Grand Avenue Hotel'],
  duties: [
    'Answered up to 70 calls a day in two languages',
    'Solved billing and delivery questions on the first call',
    'Met the quality score in every quarter',
    'Trained new colleagues on the phones',
  ],
} as const

const plant = {
  employers: ['Gateway Foods', 'Ironbridge Castings', 'Summit Plastics', 'Northfield Packing'],
  duties: [
    'Ran and cleaned the line by the safety rules',
    'Logged output and downtime each shift',
    'Changed tools and cleared faults',
    'Trained new colleagues on the line',
    'No missed shifts in the last year',
  ],
} as const

export const trades = {
  warehouse: {
    ...logistics,
    title: 'Warehouse associate',
    tags: ['night shift', 'weekends', 'steel-toe boots', 'own car', 'scanner experience'],
    shifts: ['10 PM shift', 'early shift', 'weekend shift', 'second shift'],
    requirements: [
      'a year of warehouse work',
      'RF scanner experience',
      'a way to be there at 6 AM',
      'safety boots',
    ],
    pay: '$19.50 an hour',
    formerTitles: ['Package handler', 'Stocker', 'Warehouse worker', 'Receiving clerk'],
  },
  picker: {
    ...logistics,
    title: 'Picker',
    tags: ['weekends', 'night shift', 'voice picking', 'own car', 'part time'],
    shifts: ['morning shift', 'evening shift', 'weekend shift'],
    requirements: ['voice picking experience', 'weekends free', 'a car', 'a year of order picking'],
    pay: '$18.25 an hour',
    formerTitles: ['Order picker', 'Order filler', 'Shelf stocker', 'Packer'],
  },
  forklift: {
    ...logistics,
    title: 'Forklift operator',
    tags: ['forklift certified', 'reach truck', 'night shift', 'overtime'],
    shifts: ['night shift', 'early shift', 'second shift'],
    requirements: ['the forklift certificate', 'reach truck hours', 'a clean safety record'],
    pay: '$23 an hour',
    formerTitles: ['Forklift driver', 'Reach truck operator', 'Material handler'],
  },
  driver: {
    ...road,
    title: 'CDL-A driver',
    tags: ['CDL-A', 'hazmat', 'home weekly', 'tanker', 'team driving'],
    shifts: ['regional route', 'home-weekly run', 'night line haul'],
    requirements: ['the CDL-A', 'a clean MVR', 'two years over the road', 'the DOT medical card'],
    pay: '$0.62 a mile',
    formerTitles: ['Truck driver', 'Owner operator', 'Line haul driver', 'Regional driver'],
  },
  delivery: {
    ...road,
    title: 'Local delivery driver',
    tags: ['own car', 'weekends', 'clean MVR', 'part time'],
    shifts: ['morning route', 'afternoon route', 'Saturday route'],
    requirements: ['a clean MVR', 'liftgate experience', 'a year of deliveries'],
    pay: '$21 an hour',
    formerTitles: ['Courier', 'Delivery driver', 'Rideshare driver'],
  },
  nurse: {
    ...health,
    title: 'Night nurse',
    tags: ['RN', 'LPN', 'night shift', 'BLS', 'compact license'],
    shifts: ['three twelves', 'weekend nights', '7 PM to 7 AM'],
    requirements: ['the RN license', 'BLS', 'two years at the bedside', 'the compact license'],
    pay: '$46 an hour',
    formerTitles: ['Registered nurse', 'LPN', 'Staff nurse', 'Charge nurse'],
  },
  care: {
    ...health,
    title: 'Care assistant',
    tags: ['CNA', 'live-in', 'weekends', 'bilingual', 'own car'],
    shifts: ['morning visits', 'live-in weeks', 'evening visits'],
    requirements: ['the CNA certificate', 'a clear background check', 'a car for the visits'],
    pay: '$18 an hour',
    formerTitles: ['Home health aide', 'CNA', 'Caregiver', 'Personal care aide'],
  },
  packer: {
    ...logistics,
    title: 'Packer, seasonal',
    tags: ['seasonal', 'part time', 'weekends', 'student'],
    shifts: ['four tens', 'evening shift', 'weekend shift'],
    requirements: ['time until January', 'weekends free', 'a ride to the site'],
    pay: '$17.75 an hour',
    formerTitles: ['Packer', 'Gift wrapper', 'Stocker', 'Package handler'],
  },
  callCenter: {
    ...desk,
    title: 'Call center agent, bilingual',
    tags: ['bilingual', 'remote', 'evenings', 'Spanish'],
    shifts: ['evening block', 'split shift', '9 to 6'],
    requirements: ['work-level Spanish', 'a quiet room with wired internet', 'a year on the phones'],
    pay: '$18.50 an hour',
    formerTitles: ['Customer service rep', 'Front desk agent', 'Telemarketer', 'Teller'],
  },
  production: {
    ...plant,
    title: 'Production operator',
    tags: ['food safety', 'night shift', 'overtime', 'twelve-hour shifts'],
    shifts: ['2-2-3 rotation', 'night rotation', 'day rotation'],
    requirements: ['food safety training', 'cold room experience', 'twelve-hour availability'],
    pay: '$20.75 an hour',
    formerTitles: ['Machine operator', 'Line operator', 'Assembler', 'Packaging operator'],
  },
  busDriver: {
    ...road,
    title: 'School bus driver',
    tags: ['CDL-B', 'passenger endorsement', 'part time', 'split shift'],
    shifts: ['morning and afternoon runs', 'field trips', 'the early run'],
    requirements: ['the CDL-B', 'the passenger endorsement', 'fingerprints on file'],
    pay: '$24 an hour',
    formerTitles: ['Bus driver', 'Shuttle driver', 'Transit operator'],
  },
  technician: {
    ...plant,
    title: 'Maintenance technician',
    tags: ['PLC', 'hydraulics', 'on call', 'second shift'],
    shifts: ['second shift', 'weekend on call', 'night shift'],
    requirements: ['PLC experience', 'three years in a plant', 'the electrical certificate'],
    pay: '$31 an hour',
    formerTitles: ['Mechanic', 'Electrician', 'Industrial technician', 'HVAC technician'],
  },
} as const satisfies Record<string, Trade>
