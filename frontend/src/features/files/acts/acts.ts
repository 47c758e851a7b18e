/** What is done at once, in the place of a job. */
export const FILE_ACTS = ['directory', 'upload', 'move', 'permissions'] as const
export type FileAct = (typeof FILE_ACTS)[number]
