import type { ClockPosition } from '../state/clock.ts';
import type { StoredDocument } from '../state/collection.ts';
import type { Counters } from '../state/state.ts';
import type { KeyRange } from './engine.ts';

/*
 * The keys of a storage and their values. A change that older versions would misread requires a new LAYOUT.
 *
 *   layout                                          {"Layout": 1, "Package": "0.1.0"}
 *   writer                                          the name of the last batch, where several write by turns
 *   commit                                          the number of the last batch, in a data folder
 *   head/<workspace>                                the workspace's counters and clock, and where its documents stand
 *   doc/<workspace>/<generation>/<collection>/<id>  [place in the order of creation, document]
 *
 * The workspace without a name is the sandbox itself. Each time its whole state is replaced, a workspace gets a
 * new generation of documents: its head names the current generation, so a replacement of any size is all or nothing.
 */

/** Version of the keys and values below. */
export const LAYOUT = 1;

export const LAYOUT_KEY = 'layout';
export const WRITER_KEY = 'writer';
export const COMMIT_KEY = 'commit';

/** Identifies the stored documents of a workspace. */
export interface Generation {
  readonly workspace: string;
  readonly generation: number;
}

/** The parts of a document's key. */
export interface DocumentKey extends Generation {
  readonly collection: string;
  readonly id: string;
}

/** The end of a range: the character after the slash. */
const AFTER_SLASH = '0';

export const HEADS: KeyRange = { gte: 'head/', lt: `head${AFTER_SLASH}` };
export const DOCUMENTS: KeyRange = { gte: 'doc/', lt: `doc${AFTER_SLASH}` };
export const EVERYTHING: KeyRange = { gte: '', lt: '\uffff' };

/** Returns whether a sandbox has written the key. */
export function isOwnKey(key: string): boolean {
  return [WRITER_KEY, COMMIT_KEY].includes(key) || /^(head|doc)\//.test(key);
}

export function only(key: string): KeyRange {
  return { gte: key, lt: `${key}\0` };
}

export function headKey(workspace: string): string {
  return `head/${workspace}`;
}

export function workspaceOfHead(key: string): string {
  return key.slice('head/'.length);
}

export function documentKey({ workspace, generation, collection, id }: DocumentKey): string {
  return `doc/${workspace}/${generation}/${collection}/${id}`;
}

/** The collection that the document of a key belongs to. Keys of the same collection follow each other. */
export function collectionOfKey(key: string): Omit<DocumentKey, 'id'> & { readonly prefix: string } {
  // An id may contain slashes, the other parts cannot.
  const [, workspace = '', generation, collection = ''] = key.split('/', 4);
  const prefix = `doc/${workspace}/${generation}/${collection}/`;
  return { workspace, generation: Number(generation), collection, prefix };
}

export function documentRange({ workspace, generation }: Generation): KeyRange {
  return {
    gte: `doc/${workspace}/${generation}/`,
    lt: `doc/${workspace}/${generation}${AFTER_SLASH}`,
  };
}

export function encodeDocument({ sequence, document }: StoredDocument): string {
  return JSON.stringify([sequence, document]);
}

export function decodeDocument(value: string): StoredDocument {
  const [sequence, document] = JSON.parse(value) as [StoredDocument['sequence'], StoredDocument['document']];
  return { sequence, document };
}

/** The head of a workspace. */
export interface Head {
  /** The current generation of documents. */
  readonly Generation: number;
  readonly Counters: Counters;
  readonly Clock: ClockPosition;
  /** Over all documents (`Checksums`): it detects lost or damaged documents. */
  readonly Checksum: number;
}
