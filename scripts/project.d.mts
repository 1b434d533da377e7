/** The server's environment, with a limit to its heap where whoever starts it gives none. */
export const serverEnv: NodeJS.ProcessEnv
