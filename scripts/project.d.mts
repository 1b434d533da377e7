/** The project's root folder. */
export const root: string
/** The server's environment, with a default heap limit. */
export const serverEnv: NodeJS.ProcessEnv
