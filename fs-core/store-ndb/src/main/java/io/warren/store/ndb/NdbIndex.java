package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import java.util.List;

/**
 * An index as the cluster's dictionary describes it.
 *
 * @param record the layout of its key buffers
 * @param slots its columns in order
 * @param keyBytes length of a key buffer
 */
record NdbIndex(NdbRecordConst record, List<Slot> slots, int keyBytes) {}
