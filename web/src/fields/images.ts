/**
 * Pictures: made smaller in the browser and sent with a thumbnail beside them. The browser does the decoding, so the home
 * never has to open a picture from outside, and drawing it anew leaves behind where it was taken.
 */
import { address, call } from '../api/typed';

const MOST_PX = 2048;
const THUMB_PX = 480;
const ID = /^[0-9a-f]{64}$/;

/** Where a stored picture (or its thumbnail) is; a web address is left as it is, anything else is none. */
export function imageAddress(value: string, small = false): string | undefined {
  if (ID.test(value)) return address('/images/{image_id}', { path: { image_id: value }, query: small ? { small } : {} });
  return undefined;
}

/** The size of a picture that fits in a square of `most` pixels, never larger than it is. */
export function fitted(width: number, height: number, most: number): { width: number; height: number } {
  const scale = Math.min(1, most / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function drawn(picture: ImageBitmap, most: number, quality: number): Promise<Blob> {
  const { width, height } = fitted(picture.width, picture.height, most);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('image'))), 'image/webp', quality),
  );
}

/** Stores a picture and returns its id. Throws `Problem`, or an `Error` when the file is no picture. */
export async function upload(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const form = new FormData();
  form.append('file', await drawn(picture, MOST_PX, 0.86), 'picture');
  form.append('small', await drawn(picture, THUMB_PX, 0.8), 'small');
  picture.close();
  const kept: { id: string } = await call('post', '/images', { body: form });
  return kept.id;
}
