export function serviceUser(): { uid?: number; gid?: number }
export function makeCluster(bin: string, data: string, cwd: string): void
