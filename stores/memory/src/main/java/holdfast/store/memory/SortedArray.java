package holdfast.store.memory;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Elements in order, in one array: four bytes an element where a tree takes forty, and queues are where memory goes. Taking one
 * away moves the shorter side, so that a queue is served from its front at no cost. Not safe for use by many threads.
 */
final class SortedArray<E> {
    private static final Object[] NOTHING = {};

    private final Comparator<? super E> order;
    private Object[] elements = NOTHING;

    /** Where the first element is. */
    private int start;

    private int size;

    SortedArray(Comparator<? super E> order) {
        this.order = order;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @SuppressWarnings("unchecked") // only add puts elements in
    E get(int index) {
        return (E) elements[start + index];
    }

    /** A view that is good until the next change. */
    @SuppressWarnings("unchecked") // only add puts elements in
    List<E> asList() {
        return (List<E>)
                Collections.unmodifiableList(Arrays.asList(elements).subList(start, start + size));
    }

    /** Puts the element in its place, instead of one that is equal in order. */
    void put(E element) {
        int index = firstNotBelow(other -> order.compare(other, element));
        if (index == size || order.compare(get(index), element) != 0) {
            makeRoomAt(index);
        }
        elements[start + index] = element;
    }

    /** Takes away the element that is equal in order, if there is one. */
    void remove(E element) {
        int index = firstNotBelow(other -> order.compare(other, element));
        if (index < size && order.compare(get(index), element) == 0) {
            closeGapAt(index);
            shrinkIfMostlyEmpty();
        }
    }

    /** All elements at the place sought; the function says whether an element is before it, there, or after it. */
    List<E> allAt(ToIntFunction<E> position) {
        return asList().subList(
                        firstNotBelow(position),
                        firstFrom(element -> position.applyAsInt(element) > 0));
    }

    private int firstNotBelow(ToIntFunction<E> position) {
        return firstFrom(element -> position.applyAsInt(element) >= 0);
    }

    /** The first index from which on all elements are in the part, which reaches to the end. */
    private int firstFrom(Predicate<E> part) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (part.test(get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void makeRoomAt(int index) {
        if (start + size == elements.length) {
            moveInto(start > size / 4 ? elements.length : size + Math.max(1, size / 4));
        }
        int place = start + index;
        System.arraycopy(elements, place, elements, place + 1, size - index);
        size++;
    }

    private void closeGapAt(int index) {
        int place = start + index;
        if (index < size / 2) {
            System.arraycopy(elements, start, elements, start + 1, index);
            elements[start] = null;
            start++;
        } else {
            System.arraycopy(elements, place + 1, elements, place, size - index - 1);
            elements[start + size - 1] = null;
        }
        size--;
    }

    private void shrinkIfMostlyEmpty() {
        if (size == 0) {
            elements = NOTHING;
            start = 0;
        } else if (elements.length > 16 && size < elements.length / 4) {
            moveInto(elements.length / 2);
        }
    }

    /** Into a new array of this length, from its beginning. */
    private void moveInto(int length) {
        Object[] roomier = new Object[length];
        System.arraycopy(elements, start, roomier, 0, size);
        elements = roomier;
        start = 0;
    }
}
