/** Somebody changed meanwhile what some rows were planned with: plan them again. */
export class ChunkChanged extends Error {}
