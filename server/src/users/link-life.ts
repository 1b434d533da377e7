/** How long links that concern one's own sign-in work. */
export const linkMinutes = 60
