package holdfast.store.memory;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Elements in order, in one array: four bytes an element where a tree takes forty, and queues are where memory goes. Moving
 * the tail of even a long queue costs less than walking a tree of it. Not safe for use by many threads.
 */
final class SortedArray<E> {
    private static final Object[] NOTHING = {};

    private final Comparator<? super E> order;
    private Object[] elements = NOTHING;
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
        return (E) elements[index];
    }

    /** A view that is good until the next change. */
    @SuppressWarnings("unchecked") // only add puts elements in
    List<E> asList() {
        return (List<E>) Collections.unmodifiableList(Arrays.asList(elements).subList(0, size));
    }

    /** Puts the element in its place, instead of one that is equal in order. */
    void put(E element) {
        int index = firstNotBelow(other -> order.compare(other, element));
        if (index == size || order.compare(get(index), element) != 0) {
            makeRoomAt(index);
        }
        elements[index] = element;
    }

    /** Takes away the element that is equal in order, if there is one. */
    void remove(E element) {
        int index = firstNotBelow(other -> order.compare(other, element));
        if (index < size && order.compare(get(index), element) == 0) {
            System.arraycopy(elements, index + 1, elements, index, size - index - 1);
            size--;
            elements[size] = null;
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
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size + Math.max(1, size / 4));
        }
        System.arraycopy(elements, index, elements, index + 1, size - index);
        size++;
    }

    private void shrinkIfMostlyEmpty() {
        if (size == 0) {
            elements = NOTHING;
        } else if (elements.length > 16 && size < elements.length / 4) {
            elements = Arrays.copyOf(elements, elements.length / 2);
        }
    }
}
