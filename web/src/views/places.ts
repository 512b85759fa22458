/** Coordinates in what people write as a place, and where they lie on a plain sheet. Pure; nothing is asked of the network. */
import type { Entity, Field, RecordRow } from '../api/types';

export interface Spot {
  lat: number;
  lon: number;
}

const fits = (lat: number, lon: number): Spot | undefined => (Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined);

/** `47.37, 8.54`, `47.37° N 8.54° E`, `geo:47.37,8.54`, the address of a map with `@47.37,8.54` or `#map=12/47.37/8.54`. */
export function spotOf(text: string): Spot | undefined {
  const plain = text.normalize('NFKC');
  const turned = /(\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])[,;\s]+(\d{1,3}(?:\.\d+)?)\s*°?\s*([EWO])\b/i.exec(plain);
  if (turned) return fits(Number(turned[1]) * (/s/i.test(turned[2] ?? '') ? -1 : 1), Number(turned[3]) * (/w/i.test(turned[4] ?? '') ? -1 : 1));
  const map = /#map=\d+\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/.exec(plain) ?? /(?:^|[@=:(\s])(-?\d{1,2}\.\d+)\s*[,;]\s*(-?\d{1,3}\.\d+)(?![\d.])/.exec(plain) ?? /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(plain);
  return map ? fits(Number(map[1]), Number(map[2])) : undefined;
}

/** The place of a record: its place field, else a pair of numbers called latitude and longitude. */
export function spotIn(row: RecordRow, entity: Entity): Spot | undefined {
  for (const field of entity.fields) {
    const value = row.values[field.name];
    if ((field.type === 'place' || field.type === 'link') && typeof value === 'string') {
      const spot = spotOf(value);
      if (spot) return spot;
    }
  }
  const named = (start: RegExp): Field | undefined => entity.fields.find((field) => start.test(field.name) && ['number', 'quantity'].includes(field.type));
  const [lat, lon] = [named(/^lat(itude)?$/i), named(/^(lon|lng|longitude)$/i)];
  const [a, b] = [lat && row.values[lat.name], lon && row.values[lon.name]];
  return typeof a === 'number' && typeof b === 'number' ? fits(a, b) : undefined;
}

export interface Sheet {
  x: (lon: number) => number;
  y: (lat: number) => number;
  lats: number[];
  lons: number[];
}

/** An even map of the part of the world that holds every spot, with a graticule; degrees are as long east as north at its middle. */
export function sheetFor(spots: readonly Spot[], width: number, height: number): Sheet {
  const lats = spots.map((spot) => spot.lat);
  const lons = spots.map((spot) => spot.lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const middle = (south + north) / 2;
  const squeeze = Math.max(0.2, Math.cos((middle * Math.PI) / 180));
  const need = Math.max((north - south) / height, ((east - west) * squeeze) / width, 0.02 / Math.min(width, height)) * 1.25;
  const [centre, tall, wide] = [(west + east) / 2, need * height, (need * width) / squeeze];
  const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].find((size) => Math.max(tall, wide) / size <= 10) ?? 60;
  const lines = (low: number, high: number, most: number) => {
    const out: number[] = [];
    for (let n = Math.ceil(low / step); n * step <= high; n += 1) if (Math.abs(n * step) <= most) out.push(Number((n * step).toFixed(4)));
    return out;
  };
  return {
    x: (lon) => ((lon - centre) / wide + 0.5) * width,
    y: (lat) => (0.5 - (lat - middle) / tall) * height,
    lats: lines(middle - tall / 2, middle + tall / 2, 90),
    lons: lines(centre - wide / 2, centre + wide / 2, 180),
  };
}
