interface Place {
  metro: string
  towns: readonly string[]
  areaCodes: readonly string[]
}

const place = (metro: string, towns: string, areaCodes: string): Place => ({
  metro,
  towns: towns.split(', '),
  areaCodes: areaCodes.split(' '),
})

/** Locations of positions and people, with their area codes. */
export const places: readonly Place[] = [
  place(
    'Chicago, IL',
    'Chicago, Joliet, Cicero, Aurora, Naperville, Romeoville, Bolingbrook, Elgin, Waukegan, Berwyn',
    '312 773 872 708 630 331 847 224 815 779',
  ),
  place(
    'Milwaukee, WI',
    'Milwaukee, West Allis, Wauwatosa, Racine, Kenosha, Waukesha',
    '414 262 920 608 534 274',
  ),
  place('Indianapolis, IN', 'Indianapolis, Plainfield, Greenwood, Fishers, Whitestown', '317 463 765 219'),
  place('Columbus, OH', 'Columbus, Dublin, Grove City, Westerville, Groveport', '614 380 740 567'),
  place('Minneapolis, MN', 'Minneapolis, St. Paul, Brooklyn Park, Shakopee, Eagan', '612 651 763 952'),
  place('St. Louis, MO', 'St. Louis, Florissant, Hazelwood, Belleville, Fenton', '314 636 557 618'),
  place('Detroit, MI', 'Detroit, Dearborn, Warren, Livonia, Romulus', '313 248 734 586 947'),
  place('Kansas City, MO', 'Kansas City, Olathe, Independence, Overland Park', '816 913 975 785'),
  place('Cleveland, OH', 'Cleveland, Parma, Euclid, Strongsville', '216 440 330 234'),
  place('Cincinnati, OH', 'Cincinnati, Hebron, Fairfield, West Chester', '513 859 283 937'),
  place('Louisville, KY', 'Louisville, Shepherdsville, Jeffersonville', '502 812 930 270'),
  place('Nashville, TN', 'Nashville, La Vergne, Smyrna, Murfreesboro', '615 629 931'),
  place('Dallas, TX', 'Dallas, Fort Worth, Irving, Grand Prairie, Arlington', '214 469 972 945 817'),
  place('Houston, TX', 'Houston, Pasadena, Katy, Baytown', '713 281 832 346'),
  place('Atlanta, GA', 'Atlanta, Marietta, Decatur, Forest Park', '404 470 678 770 943'),
  place('Phoenix, AZ', 'Phoenix, Tempe, Mesa, Goodyear, Glendale', '602 480 623 520'),
  place('Denver, CO', 'Denver, Aurora, Commerce City, Lakewood', '303 720 983 719'),
  place('Charlotte, NC', 'Charlotte, Concord, Gastonia, Rock Hill', '704 980 803 336'),
  place('Philadelphia, PA', 'Philadelphia, Camden, Chester, Bensalem', '215 267 445 610 484'),
  place('Newark, NJ', 'Newark, Elizabeth, Edison, Secaucus', '973 862 908 201 551'),
  place('Tampa, FL', 'Tampa, Brandon, Lakeland, Clearwater', '813 656 727 863'),
  place('Las Vegas, NV', 'Las Vegas, Henderson, North Las Vegas', '702 725 775'),
  place('Seattle, WA', 'Seattle, Kent, Tacoma, Renton', '206 253 425 360'),
  place('Los Angeles, CA', 'Los Angeles, Long Beach, Carson, Vernon', '213 323 310 424 818 562'),
]

const allAreaCodes = places.flatMap(({ areaCodes }) => areaCodes)

/** 555-0100 to 555-0199 are reserved for fiction; the other 555 numbers are hardly ever assigned. */
const firstFictional = 100
const fictional = 100

/** Returns how many people of a place can have a unique number 555-01XX. */
export function localNumbers(placeIndex: number): number {
  return places[placeIndex]!.areaCodes.length * fictional
}

/** Returns the `number`-th of a place's `localNumbers` phone numbers. */
export function localNumber(placeIndex: number, number: number): string {
  const { areaCodes } = places[placeIndex]!
  const line = firstFictional + Math.floor(number / areaCodes.length)
  return `+1${areaCodes[number % areaCodes.length]}5550${line}`
}

/** Returns the `number`-th of a million other 555 numbers, for the sizes of benchmarks. */
export function spareNumber(number: number): string {
  const line = firstFictional + fictional + Math.floor(number / allAreaCodes.length)
  return `+1${allAreaCodes[number % allAreaCodes.length]}555${String(line).padStart(4, '0')}`
}
