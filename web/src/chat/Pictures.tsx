/** Pictures of a message: small, each opening whole; before it is sent, each can be taken away. */
import { imageAddress } from '../fields/images';
import { useText } from '../i18n/text';
import { IconButton } from '../ui/Button';

export function Pictures({ images, onDrop }: { images: readonly string[]; onDrop?: (id: string) => void }) {
  const t = useText();
  if (!images.length) return null;
  return (
    <ul className="pictures" aria-label={t('chat-pictures')}>
      {images.map((id, index) => {
        const name = t('chat-picture', { number: index + 1 });
        return (
          <li key={id}>
            <a href={imageAddress(id)} target="_blank" rel="noreferrer"><img src={imageAddress(id, true)} alt={name} width={88} height={88} /></a>
            {onDrop && <IconButton icon="close" size={14} label={`${t('delete')}: ${name}`} look="soft" onPress={() => onDrop(id)} />}
          </li>
        );
      })}
    </ul>
  );
}
