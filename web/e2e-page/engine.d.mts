/** The folder that `make page` has written. */
export const DIST: string;
